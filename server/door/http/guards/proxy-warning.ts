import type { IncomingMessage } from 'node:http'
import { isPublicAddress } from '../../../base/adapters/public-http.ts'
import { addressKey } from '../../../base/adapters/rate-limit.ts'
import { plainAddress } from '../../../base/adapters/taxes/address.ts'
import { isLocal } from '../../../base/core/config.ts'
import type { Services } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { systemContext } from '../../../base/core/rows/reach.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isLoopback } from './flood-guard.ts'
import { pageOrigin } from './same-origin.ts'

const UNTRUSTED =
  'requests have X-Forwarded-For, but TRUST_PROXY is 0: all callers share one address, so a few wrong passwords lock everyone out'
const SILENT =
  'requests come through a proxy that does not send X-Forwarded-For: all callers share one address, so a few wrong passwords lock everyone out. Let the proxy send it, and set TRUST_PROXY'

/** What proxies add to requests besides X-Forwarded-For. */
const TRACES = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port']

/**
 * Warns once, in the log and to the platform's administrators, if a local proxy hides the callers' addresses: its
 * header isn't trusted, or missing. Headers from other addresses are ignored, because they aren't from a proxy of ours.
 */
export function createProxyWarning(services: Services): (req: IncomingMessage) => void {
  const { trustProxy } = services.config
  let watching = true
  return (req) => {
    if (!watching) return
    const isForwarded = req.headers['x-forwarded-for'] !== undefined
    if (isForwarded ? trustProxy > 0 : !isProxied(req)) return
    const address = plainAddress(req.socket.remoteAddress ?? '')
    if (address === null || isPublicAddress(address)) return
    watching = false
    services.log.warn({ address }, isForwarded ? UNTRUSTED : SILENT)
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

/** Judged by a trace, or by a page on this machine that was opened at an address that leads elsewhere. */
function isProxied({ headers, socket }: IncomingMessage): boolean {
  if (TRACES.some((name) => headers[name] !== undefined)) return true
  const opened = URL.parse(pageOrigin(headers) ?? '')
  if (opened === null || isLocal(opened.href)) return false
  // A machine's own name also reaches it without a proxy, but then on the portal's own port.
  const port = opened.port === '' ? (opened.protocol === 'https:' ? 443 : 80) : Number(opened.port)
  return isLoopback(addressKey(socket.remoteAddress ?? '')) && port !== socket.localPort
}
