import type { Services } from '../../base/core/context.ts'
import { hashSecret } from '../../base/core/secret-box.ts'
import { cookieName, isHttps } from './sessions.ts'

/** The maximum that browsers accept. */
const COOKIE_DAYS = 400

/** The Set-Cookie header that marks a browser as having signed in. */
export function deviceCookie({ config }: Pick<Services, 'config'>, secret: string): string {
  const attributes = ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${COOKIE_DAYS * 86_400}`]
  if (isHttps(config.publicUrl)) attributes.push('Secure')
  return [`${cookieName(config.publicUrl, 'device')}=${secret}`, ...attributes].join('; ')
}

/** SHA-256 of the device cookie's value; null without one. */
export function readDevice({ config }: Pick<Services, 'config'>, header: string | undefined): string | null {
  if (header === undefined || header.length > 8192) return null
  const name = cookieName(config.publicUrl, 'device')
  for (const pair of header.split(';')) {
    const [key, value = ''] = pair.trim().split('=')
    if (key === name && /^[\w-]{43}$/.test(value)) return hashSecret(value)
  }
  return null
}
