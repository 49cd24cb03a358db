import { fileURLToPath } from 'node:url'

// What the settings accept as addresses, and the messages for other values.

export function isSmtpUrl(text: string | null): boolean {
  if (text === null) return true
  const url = URL.parse(text)
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
}

export const SMTP_ADDRESS = 'must be smtp://user:password@host:port or smtps://…'

/** With another value, the mail client would never connect. */
export function hasConnections(text: string | null): boolean {
  const number = URL.parse(text ?? '')?.searchParams.get('maxConnections') ?? null
  return number === null || /^([1-9]\d?|100)$/.test(number)
}

export const CONNECTIONS = 'must have a whole number from 1 to 100 as maxConnections'

/** False if an unencoded character ends the user name or password early, so that the URL points to another server. */
export function isEncoded(text: string | null): boolean {
  const [address = ''] = (text ?? '').split(/\?[\w.]+=/, 1)
  const credentials = /^\w+:\/\/(.*)@/s.exec(address)?.[1]
  return credentials === undefined || !/[#?/]/.test(credentials)
}

export const ENCODE =
  'has a character in its user name or password that must be encoded, such as %23 for #, %3F for ? and %2F for /'

export function isHttpUrl(text: string | null): boolean {
  return text === null || ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')
}

export const isPostgresAddress = (text: string | null): boolean =>
  text === null || /^postgres(ql)?:\/\//.test(text)

/** After `file://`, the first name is a host. */
export function isFileAddress(text: string): boolean {
  try {
    return !text.startsWith('file://') || fileURLToPath(text) !== ''
  } catch {
    return false
  }
}

export const ABSOLUTE =
  'must have an absolute path after file://; for a relative one, write file:data/foyer.db, for instance'

export const ONE_HOST = 'must name one host; to use more than one, put a proxy in front of them'
export function namesOneHost(text: string | null): boolean {
  const authority = /^postgres(?:ql)?:\/\/([^/?]*)/.exec(text ?? '')?.[1] ?? ''
  return !authority.slice(authority.lastIndexOf('@') + 1).includes(',')
}

/** True for an origin without a path: pages, cookies, and links assume the root of a host. */
export function isOrigin(text: string | null): boolean {
  if (text === null) return true
  const url = URL.parse(text)
  return url !== null && isHttpUrl(text) && url.href === `${url.origin}/`
}

export const isNamePrefix = (text: string | null): boolean =>
  text === null || (/^[\w.-]+(\/[\w.-]+)*\/?$/.test(text) && !/(^|\/)\.{1,2}(\/|$)/.test(text))

export const HTTP_ADDRESS = 'must be an http:// or https:// address'
