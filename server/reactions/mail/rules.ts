import type { Actor } from '../../base/core/context.ts'
import { hashSecret } from '../../base/core/secret-box.ts'
import type { MailContent, MailReason } from './templates.ts'

/**
 * Whether a person of the agency sends a document, and wants to receive out-of-office replies. Other emails
 * suppress automatic replies, because nobody waits for an answer.
 */
export const isByPerson = ({ isDocument }: Pick<MailContent, 'isDocument'>, actor: Actor): boolean =>
  isDocument === true && actor.kind === 'user' && actor.role !== 'client'

/** The queue lane of mails needed to sign in. */
export const ACCOUNT_LANE = 'account'

/** An email without what may hold a link that works like a password. */
export const ERASED = { text: '', html: '', unsubscribe_url: null }

export const whileWorks = (secret: string): MailReason => ({ link: hashSecret(secret) })

/** Codes (RFC 3463) of an address that doesn't exist or takes no mail. */
const BY_CODE = /^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/
const ANY_CODE = /^5\d\d[ -]5\.\d+\.\d+\b/
/** Servers without such codes mention the mailbox, or the portal's own settings. */
const BY_TEXT = /\b(?:mailbox|user|recipient|address|account)\b/i
const OWN_FAULT =
  /\b(?:sender|helo|ehlo|relay\w*|auth\w*|sign.?in|log.?in|blocked|spam|policy|quota|limit)\b/i

/**
 * The mail server's response if it rejected the recipient permanently; null if a retry may succeed. Some servers report
 * problems with the portal's settings as rejected recipients.
 */
export function refusalIn(error: unknown): string | null {
  const { command, responseCode, response } = (error ?? {}) as Partial<Record<string, unknown>>
  const isRefused = command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
  if (!isRefused || typeof response !== 'string') return null
  const isForGood = ANY_CODE.test(response)
    ? BY_CODE.test(response)
    : BY_TEXT.test(response) && !OWN_FAULT.test(response)
  return isForGood ? response.replace(/\s+/g, ' ').slice(0, 200) : null
}
