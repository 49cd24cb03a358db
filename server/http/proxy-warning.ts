import type { IncomingMessage } from 'node:http'
import { plainAddress } from '../adapters/address.ts'
import { isPublicAddress } from '../adapters/public-http.ts'
import type { Services } from '../core/context.ts'
import { record } from '../core/events.ts'
import { systemContext } from '../core/reach.ts'
import { transact } from '../core/transaction.ts'

const WARNING =
  'X-Forwarded-For arrives, but TRUST_PROXY is 0: all callers count as one, and a few wrong passwords lock everybody out'

/**
 * Says once, in the log and to the platform's administrators, that a proxy nearby names callers in vain.
 * What strangers send from elsewhere says nothing about a proxy.
 */
export function createProxyWarning(services: Services): (req: IncomingMessage) => void {
  let watching = services.config.trustProxy === 0
  return (req) => {
    if (!watching || req.headers['x-forwarded-for'] === undefined) return
    const address = plainAddress(req.socket.remoteAddress ?? '')
    if (address === null || isPublicAddress(address)) return
    watching = false
    services.log.warn({ address }, WARNING)
    transact(systemContext({ services }), (tx) =>
      record(tx, 'platform.proxy-untrusted', { id: 'proxy', agencyId: null }),
    ).catch((err: unknown) => services.log.warn({ err }, 'nobody could be told of the untrusted proxy'))
  }
}
