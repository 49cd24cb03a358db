import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

const dns = { answers: [] as { address: string; family: number }[][], asked: 0 }
vi.doMock('node:dns', () => ({
  lookup: (_host: string, _options: object, callback: (error: null, addresses: object[]) => void) => {
    dns.asked += 1
    callback(null, dns.answers.shift() ?? [])
  },
}))
vi.resetModules()
const { isPublicAddress, postJson } = await import('#server/base/adapters/public-http.ts')
afterAll(() => {
  vi.doUnmock('node:dns')
  vi.resetModules()
})

/** Networks that aren't public: IANA's special-purpose registries, and multicast. */
const SPECIAL_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
const SPECIAL_6 = [
  '::/96',
  '::ffff:0:0/104',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001::/32',
  '2001:2::/48',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

const write4 = (bits: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 255n)).join('.')
const write6 = (bits: bigint): string =>
  Array.from({ length: 8 }, (_, group) => ((bits >> BigInt(112 - 16 * group)) & 0xffffn).toString(16)).join(
    ':',
  )

function read6(text: string): bigint {
  const [head = '', tail = ''] = text.split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const [front, back] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n)
}
const read4 = (text: string): bigint =>
  text.split('.').reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n)

/** Any address in the network. */
function within(network: string): fc.Arbitrary<string> {
  const [base = '', prefix = ''] = network.split('/')
  const six = base.includes(':')
  const free = BigInt((six ? 128 : 32) - Number(prefix))
  const start = six ? read6(base) : read4(base)
  return fc
    .bigInt({ min: 0n, max: (1n << free) - 1n })
    .map((rest) => (six ? write6(start | rest) : write4(start | rest)))
}

test.for([...SPECIAL_4, ...SPECIAL_6])('no address of %s is public', (network) => {
  fc.assert(
    fc.property(within(network), (address) => {
      expect(isPublicAddress(address)).toBe(false)
    }),
  )
})

test('an IPv4 address is as public as its forms mapped and translated into IPv6', () => {
  const any = fc.oneof(...['0.0.0.0/0', ...SPECIAL_4].map(within))
  fc.assert(
    fc.property(any, (address) => {
      const isPublic = isPublicAddress(address)
      expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublic)
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublic)
      const resolved = new URL(`http://[64:ff9b::${address}]`).hostname.slice(1, -1)
      expect(isPublicAddress(resolved)).toBe(isPublic)
      for (const prefix of ['::', '64:ff9b:1::', '::ffff:0:'])
        expect(isPublicAddress(prefix + address)).toBe(false)
    }),
  )
})

test.each(['not an address', '', '1.2.3', '127.0.0.1:80', '::1', '::'])("%j isn't public", (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '93.184.216.34',
  '8.8.8.8',
  '2606:2800:220:1::1',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('a name is resolved once when connecting and never reaches private addresses', async () => {
  let reached = 0
  const server = createServer((_req, res) => {
    reached += 1
    res.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `http://name.test:${(server.address() as AddressInfo).port}/`
  const limits = { reach: 'public' as const, signal: new AbortController().signal }
  const local = { address: '127.0.0.1', family: 4 }
  const elsewhere = { address: '8.8.8.8', family: 4 }
  dns.asked = 0
  for (const answer of [[local], [elsewhere, local], [{ address: '64:ff9b::7f00:1', family: 6 }]]) {
    dns.answers = [answer, [elsewhere]]
    await expect(postJson(address, '{}', {}, limits)).rejects.toThrow('not on the public internet')
  }
  expect([dns.asked, reached]).toEqual([3, 0])
  await expect(postJson(`http://[::ffff:7f00:1]:1/`, '{}', {}, limits)).rejects.toThrow('public internet')
})
