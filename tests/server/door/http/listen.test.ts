import { createServer } from 'node:http'
import { type AddressInfo, createServer as createProbe } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/base/core/config.ts'
import { listen, localUrl, requireAddress } from '#server/door/http/listen.ts'

test.skipIf(
  Object.values(networkInterfaces())
    .flat()
    .every((one) => one?.address !== '::1'),
)('without HOST, the portal is reached over IPv4 and IPv6', async () => {
  const server = createServer((_, res) => res.end('here'))
  onTestFinished(() => void server.close())
  const { host } = readConfig({})
  const { port } = new URL(await listen(server, { port: 0, host }))
  for (const address of ['127.0.0.1', '[::1]']) {
    expect(await (await fetch(`http://${address}:${port}`)).text(), address).toBe('here')
  }
})

/** A port that another program listens on. */
async function takenPort(): Promise<number> {
  const other = createProbe()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  return (other.address() as AddressInfo).port
}

test('a port in use is named, together with the setting for another port', async () => {
  const port = await takenPort()
  await expect(requireAddress({ port, host: '127.0.0.1' })).rejects.toThrow(
    `Port ${port} is in use by another program. End it, or set PORT to another port.`,
  )
})

test.each(['203.0.113.7', 'no-such-host.invalid', '2001:db8::7'])(
  'HOST=%s, which is not an address of this machine, is reported',
  async (host) => {
    await expect(requireAddress({ port: 0, host })).rejects.toThrow(
      `HOST=${host} is not an address of this machine. Without HOST, the portal listens on all of them.`,
    )
  },
)

test('a port that the user has no permission to use is named', async () => {
  const server = createProbe()
  const refusal = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), { code: 'EACCES' })
  vi.spyOn(server, 'listen').mockImplementation(() => {
    server.emit('error', refusal)
    return server
  })
  await expect(listen(server, { port: 80, host: '0.0.0.0' })).rejects.toThrow(
    'The portal’s user may not listen on port 80. Set PORT to 1024 or above',
  )
})

// Only on Linux does a machine have all of 127.0.0.0/8.
test.skipIf(process.platform !== 'linux')(
  'a portal that doesn’t listen on localhost says its own address',
  async () => {
    const server = createServer((_, res) => res.end('here'))
    onTestFinished(() => void server.close())
    const url = await listen(server, { port: 0, host: '127.0.0.2' })
    expect(await (await fetch(url)).text()).toBe('here')
  },
)

test('the address on this machine is that of HOST, or localhost', () => {
  expect(localUrl({ port: 3000, host: 'fd00::2' })).toBe('http://[fd00::2]:3000')
  expect(localUrl({ port: 3000, host: '0.0.0.0' })).toBe('http://localhost:3000')
})

test('a free address stays free', async () => {
  const port = await takenPort().then((taken) => (taken % 20_000) + 30_000)
  const host = '127.0.0.1'
  await requireAddress({ port, host })
  const server = createServer()
  onTestFinished(() => void server.close())
  expect(await listen(server, { port, host })).toBe(`http://localhost:${port}`)
})
