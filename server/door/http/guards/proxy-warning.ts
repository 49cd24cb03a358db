import type { IncomingMessage } from 'node:http'
import { isPublicAddress } from '../../../base/adapters/public-http.ts'
import { plainAddress } from '../../../base/adapters/taxes/address.ts'
import type { Services } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { systemContext } from '../../../base/core/rows/reach.ts'
import { transact } from '../../../base/core/transaction.ts'

const WARNING =
  'requests have X-Forwarded-For, but TRUST_PROXY is 0: all callers share one address, so a few wrong passwords lock everyone out'

/**
 * Warns once, in the log and to the platform's administrators, if a local proxy sends forwarding headers that
 * aren't trusted. Headers from other addresses are ignored, because they aren't from a proxy of ours.
 */
export function createProxyWarning(services: Services): (req: IncomingMessage) => void {
  let watching = services.config.trustProxy === 0
  return (req) => {
    if (!watching || req.headers['x-forwarded-for'] === undefined) return
    const address = plainAddress(req.socket.remoteAddress ?? '')
    if (address === null || isPublicAddress(address)) return
    watching = false
    services.log.warn({ address }, WARNING)
    const tell = () =>
      transact(systemContext({ services }), (tx) =>
        record(tx, 'platform.proxy-untrusted', { id: 'proxy', agencyId: null }),
      )
    services.inFlight
      .run(tell)
      .catch((err: unknown) =>
        services.log.warn({ err }, 'administrators could not be notified of the untrusted proxy'),
      )
  }
}
