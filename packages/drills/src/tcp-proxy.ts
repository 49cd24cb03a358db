import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A failover address for PostgreSQL: connections go to the current target. */
export class TcpProxy {
  readonly port: number
  readonly #sockets = new Set<Socket>()
  #target: number

  private constructor(port: number, target: number) {
    this.port = port
    this.#target = target
  }

  static async to(target: number): Promise<TcpProxy> {
    const server = createServer((socket) => proxy.#join(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const proxy = new TcpProxy((server.address() as AddressInfo).port, target)
    return proxy
  }

  /** New connections go there; existing ones are closed. */
  pointAt(target: number): void {
    this.#target = target
    for (const socket of this.#sockets) socket.destroy()
  }

  #join(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1')
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }
}
