import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a state-changing request comes from the portal's own pages. Browsers send Sec-Fetch-Site, except
 * over plain HTTP, where the Origin must match the requested host.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  const { host, origin: normalized } = new URL(origin)
  return host === headers.host || normalized === new URL(publicUrl).origin
}
