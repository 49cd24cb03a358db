import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { copyTemplate } from './database.ts'

/** A proxy to a server that can be disconnected: open connections end, and new ones are refused. */
async function startSeverableProxy(host: string, port: number) {
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

/** A PostgreSQL database, opened directly and through a proxy that can be disconnected; closed when the test ends. */
export async function openSeverable() {
  const { url, dispose } = await copyTemplate()
  const address = new URL(url)
  const plug = await startSeverableProxy(address.hostname, Number(address.port || 5432))
  const direct = openDatabase(url)
  address.hostname = '127.0.0.1'
  address.port = String(plug.port)
  const plugged = openDatabase(address.href)
  onTestFinished(async () => {
    await plugged.close()
    await direct.close()
    await dispose()
  })
  return { plug, direct, plugged }
}
