import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Services } from '../../../base/core/context.ts'
import { accessToken, bearerToken } from '../../../identity/auth/gate.ts'

/** The refusal of a request; null if it comes from the portal's own pages, or from a program. */
export type OriginGuard = (headers: IncomingHttpHeaders) => AppError | null

const WARN_EVERY_MS = 10 * 60_000

/**
 * Refuses state-changing requests that a page of another site may have made. If a proxy may be the reason, it shows
 * the addresses to the person and logs them every ten minutes.
 */
export function createOriginGuard({ config, log, clock }: Services): OriginGuard {
  const { publicUrl } = config
  let quietUntil = 0
  return (headers) => {
    if (!mayUseCookie(headers) || isSameOrigin(headers, publicUrl)) return null
    const opened = pageOrigin(headers)
    if (headers['sec-fetch-site'] !== undefined || opened === null) {
      return new AppError('FORBIDDEN', 'This request does not come from the portal.')
    }
    const now = clock().getTime()
    if (now >= quietUntil) {
      quietUntil = now + WARN_EVERY_MS
      log.warn(
        { opened, host: headers.host, publicUrl },
        'a request was refused: its page was opened at an address that is neither PUBLIC_URL nor the Host header. Set PUBLIC_URL to it, or let the reverse proxy pass on the Host header with its port',
      )
    }
    return new AppError(
      'FORBIDDEN',
      `You opened the portal at ${opened}, but it expects ${publicUrl}. If you run it, set PUBLIC_URL to the address people use, or let your reverse proxy pass on the Host header.`,
      { reason: 'unexpected_address', title: 'Unexpected address' },
    )
  }
}

/** Whether the browser may have authenticated the request by itself; a program's token, even a wrong one, is its own. */
const mayUseCookie = ({ authorization, cookie }: IncomingHttpHeaders): boolean =>
  accessToken(authorization) === null && (cookie !== undefined || bearerToken(authorization) === null)

/**
 * Whether a state-changing request comes from the portal's own pages. Browsers send Sec-Fetch-Site, except
 * over plain HTTP, where the Origin must match the requested host.
 */
function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  return isRequested(origin, headers) || new URL(origin).origin === new URL(publicUrl).origin
}

/** Whether the Host header names the address, even if a proxy adds the default port, a final dot or capitals. */
export function isRequested(address: string, { host = '' }: IncomingHttpHeaders): boolean {
  const opened = new URL(address)
  const requested = URL.parse(`${opened.protocol}//${host}`)
  return requested !== null && withoutDot(requested) === withoutDot(opened)
}

const withoutDot = ({ hostname, port }: URL): string => `${hostname.replace(/\.$/, '')}:${port}`

/** The address in the browser's address bar, if the page's request reveals it; null if it may be another site's. */
export function pageOrigin(headers: IncomingHttpHeaders): string | null {
  const site = headers['sec-fetch-site']
  const named = URL.parse(headers.origin ?? headers.referer ?? '')
  if (named === null || !/^https?:$/.test(named.protocol)) return null
  // Only browsers on plain HTTP omit it.
  const isOurs = site === 'same-origin' || (site === undefined && named.protocol === 'http:')
  return isOurs ? named.origin : null
}
