import { domainToUnicode } from 'node:url'

/** An address whose domain has letters beyond ASCII, in the ASCII form in which it is stored. */
const INTERNATIONAL = /[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z0-9-]+\.)*xn--[a-z0-9-]+(?:\.[a-z0-9-]+)*/gi

/**
 * The text with such addresses as people write them. Texts are converted where they leave the portal, in responses,
 * mails and documents; inside, each address has one form.
 */
export const showEmails = (text: string): string =>
  text.includes('xn--') ? text.replace(INTERNATIONAL, showEmail) : text

function showEmail(email: string): string {
  const shown = unicodeEmail(email)
  return shown === null || isDeceptive(shown.slice(shown.indexOf('@') + 1)) ? email : shown
}

/** The address with its domain in Unicode, for searches; null if it has only its ASCII form. */
export function unicodeEmail(email: string): string | null {
  const at = email.indexOf('@') + 1
  const domain = domainToUnicode(email.slice(at))
  return domain === '' || email.endsWith(domain) ? null : email.slice(0, at) + domain
}

/**
 * Shows the addresses in all texts of a value; a part without any stays the same object. Nearly all results are
 * without, so they are only read.
 */
export function showEmailsIn<Value>(value: Value): Value
export function showEmailsIn(value: unknown): unknown {
  if (!hasHiddenEmail(value)) return value
  if (typeof value === 'string') return showEmails(value)
  if (Array.isArray(value)) return value.map(showEmailsIn)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, showEmailsIn(part)]))
}

function hasHiddenEmail(value: unknown): boolean {
  if (typeof value === 'string') return showEmails(value) !== value
  if (Array.isArray(value)) return value.some(hasHiddenEmail)
  if (!isRecord(value)) return false
  for (const key in value) if (hasHiddenEmail(value[key])) return true
  return false
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Scripts in use today, and combinations written together: other mixtures imitate a domain of one script. */
const WRITTEN_TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew'.split(
    ' ',
  ),
  ...'Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'.split(' '),
].map((scripts) => {
  const letters = [scripts].flat().map((script) => `\\p{Script_Extensions=${script}}`)
  return new RegExp(`^[\\d${letters.join('')}-]+$`, 'u')
})

/** Whole words of Cyrillic or Greek letters that look like Latin ones. */
const LOOKALIKE = /^(?:[\dасԁеһіјӏорԛѕԝхуъьҽпгѵѡ-]+|[\dαικνορτυωη-]+)$/u
const ASCII = /^[a-z\d-]+$/

/** Whether a domain could be mistaken for another, by the rules of browsers' address bars. */
function isDeceptive(domain: string): boolean {
  const labels = domain.split('.')
  const isWestern = ASCII.test(labels.at(-1) ?? '')
  return labels.some(
    (label) =>
      !ASCII.test(label) &&
      ((isWestern && LOOKALIKE.test(label)) || !WRITTEN_TOGETHER.some((letters) => letters.test(label))),
  )
}
