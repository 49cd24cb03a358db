import type { AddressInfo } from 'node:net'
import { createServer, isIPv6, type Server } from 'node:net'
import type { Config } from '../../base/core/config.ts'
import { codeOf } from '../../base/core/durable-files.ts'

type Address = Pick<Config, 'port' | 'host'>

const FIRST_FREE_PORT = 1024
const LOOPBACK = ['127.0.0.1', '::1']

/** Whether other machines reach the portal at any address of this one. */
export const isEverywhere = (host: string | null): boolean =>
  host === null || ['0.0.0.0', '::'].includes(host)

/** Where a portal at this address is reached on this machine. */
export function localUrl({ port, host }: Address): string {
  const own = host === null || isEverywhere(host) || LOOPBACK.includes(host) ? 'localhost' : host
  return `http://${isIPv6(own) ? `[${own}]` : own}:${port}`
}

/** Explains why the system refuses an address, and which setting to change. */
function refusalOf(error: unknown, { port, host }: Address): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new Error(`Port ${port} is in use by another program. End it, or set PORT to another port.`)
    case 'EACCES':
    case 'EPERM':
      return new Error(
        `The portal’s user may not listen on port ${port}. Set PORT to ${FIRST_FREE_PORT} or above, and let a reverse proxy listen on port ${port} (docs/reverse-proxy.md).`,
      )
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(
        `HOST=${host} is not an address of this machine. Without HOST, the portal listens on all of them.`,
      )
    default:
      return error
  }
}

/** Starts listening; resolves to the server's URL on this machine. */
export function listen(server: Server, { port, host }: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) => reject(refusalOf(error, { port, host }))
    server.once('error', refuse)
    server.listen({ port, ...(host !== null && { host }) }, () => {
      server.off('error', refuse)
      resolve(localUrl({ port: (server.address() as AddressInfo).port, host }))
    })
  })
}

/** Throws if the portal couldn't listen; called before the database is opened and upgraded. */
export async function requireAddress(address: Address): Promise<void> {
  const probe = createServer()
  await listen(probe, address)
  await new Promise<void>((resolve) => probe.close(() => resolve()))
}
