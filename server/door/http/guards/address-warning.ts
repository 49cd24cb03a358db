import type { IncomingMessage } from 'node:http'
import type { Services } from '../../../base/core/context.ts'
import { pageOrigin } from './same-origin.ts'

/**
 * Warns once in the log if pages are opened at another scheme than PUBLIC_URL's: browsers then discard the
 * session cookie, or it isn't limited to HTTPS. Proxies needn't send anything for that: the pages' own
 * requests name their address.
 */
export function createAddressWarning({ config, log }: Services): (req: IncomingMessage) => void {
  const { publicUrl } = config
  const https = publicUrl.startsWith('https:')
  let watching = true
  return ({ headers }) => {
    if (!watching) return
    const opened = pageOrigin(headers)
    if (opened === null || opened.startsWith('https:') === https) return
    // On plain HTTP, browsers don't say whether a request comes from a page of the portal.
    if (https && new URL(opened).host !== headers.host) return
    watching = false
    log.warn(
      { opened, publicUrl },
      https
        ? 'the portal was opened over plain HTTP, where nobody can sign in: PUBLIC_URL is an https:// address'
        : `the portal was opened over HTTPS, but cookies aren't limited to it: set PUBLIC_URL=${opened}`,
    )
  }
}
