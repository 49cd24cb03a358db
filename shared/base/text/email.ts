/** What may stand before the @ without quotes; accepted by all mail servers. */
const MAILBOX = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/
const MAX_LENGTH = 254

/** Invisible characters except joiners, which are parts of some domains. */
const INVISIBLE = /[^\P{Default_Ignorable_Code_Point}\u200c\u200d]/gu
const FULL_WIDTH = /[\uff01-\uff5e]/g

/** Without what is copied from address books along with the address, and with full-width letters as ASCII. */
export const typedEmail = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(/^mailto:/i, '')

/**
 * The address as it is stored, compared and mailed to: lower case, with the ASCII form of its domain. Null if it isn't
 * one, including if it has letters beyond ASCII before the @, which few mail servers deliver to.
 */
export function storedEmail(typed: string): string | null {
  const text = typedEmail(typed)
  const at = text.lastIndexOf('@')
  const mailbox = text.slice(0, at)
  const domain = asciiDomain(text.slice(at + 1))
  if (at < 1 || domain === null || !MAILBOX.test(mailbox) || !DOMAIN.test(domain)) return null
  const email = `${mailbox.toLowerCase()}@${domain}`
  return email.length > MAX_LENGTH ? null : email
}

/** By the rules of browsers for host names; null for what can't be a domain. */
function asciiDomain(text: string): string | null {
  if (/[\0-,/:-@[-`{-\x7f]/.test(text)) return null
  const isPlain = /^[\0-\x7f]*$/.test(text) && !/xn--/i.test(text)
  if (isPlain) return text.toLowerCase()
  try {
    return new URL(`http://${text}`).hostname
  } catch {
    return null
  }
}
