import type { Actor } from '../../base/core/context.ts'
import type { MailContent } from './templates.ts'

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

/** Refused by the rules of a server (RFC 3463), as for a portal that isn't set up to send, and not for the address. */
const BY_POLICY = /^5\d\d[ -]5\.7\./

/** What the mail server answered if it refused the recipient for good; null for what another attempt may mend. */
export function refusalIn(error: unknown): string | null {
  const { command, responseCode, response } = (error ?? {}) as Partial<Record<string, unknown>>
  const isRefused = command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
  if (!isRefused || typeof response !== 'string' || BY_POLICY.test(response)) return null
  return response.replace(/\s+/g, ' ').slice(0, 200)
}
