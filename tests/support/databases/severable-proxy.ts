import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy to a server that can be disconnected: open connections end, and new ones are refused. */
export async function startSeverableProxy(host: string, port: number) {
  const open = new Set<Socket>()
  let isOut = false
  const server = createServer((socket) => {
    if (isOut) return void socket.destroy()
    const onward = connect(port, host)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one)
      one
        .on('error', () => {})
        .on('close', () => {
          open.delete(one)
          other.destroy()
        })
    }
    socket.pipe(onward).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return {
    port: (server.address() as AddressInfo).port,
    pull: () => {
      isOut = true
      for (const socket of open) socket.destroy()
    },
    plugIn: () => {
      isOut = false
    },
  }
}
