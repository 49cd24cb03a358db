import type { IncomingMessage } from 'node:http'
import { isLocal } from '../../../base/core/config.ts'
import type { Services } from '../../../base/core/context.ts'
import { isRequested, pageOrigin } from './same-origin.ts'

/**
 * Warns once in the log if pages are opened at another scheme than PUBLIC_URL's: browsers then discard the
 * session cookie, or it isn't limited to HTTPS. Also if PUBLIC_URL leads only to this machine, and pages are
 * opened from elsewhere. Proxies needn't send anything for that: the pages' own requests name their address.
 */
export function createAddressWarning({ config, log }: Services): (req: IncomingMessage) => void {
  const { publicUrl } = config
  let watching = true
  return ({ headers }) => {
    if (!watching) return
    const opened = pageOrigin(headers)
    const warning = opened === null ? null : warningAt(opened, publicUrl)
    if (opened === null || warning === null) return
    // On plain HTTP, browsers don't say whether a request comes from a page of the portal.
    if (!opened.startsWith('https:') && !isRequested(opened, headers)) return
    watching = false
    log.warn({ opened, publicUrl }, warning)
  }
}

function warningAt(opened: string, publicUrl: string): string | null {
  const https = publicUrl.startsWith('https:')
  if (https !== opened.startsWith('https:')) {
    return https
      ? 'the portal was opened over plain HTTP, where nobody can sign in: PUBLIC_URL is an https:// address'
      : `the portal was opened over HTTPS, but cookies aren’t limited to it: set PUBLIC_URL=${opened}`
  }
  if (!isLocal(publicUrl) || isLocal(opened)) return null
  return `links in emails and calendars lead to ${publicUrl}, which only this machine reaches: set PUBLIC_URL=${opened}`
}
