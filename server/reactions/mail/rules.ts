import type { Actor } from '../../base/core/context.ts'
import type { MailContent } from './templates.ts'

/**
 * Whether a person of the agency sends a document, and wants to see that its reader is absent. Other emails are answered
 * by no program: nobody waits for their readers.
 */
export const isByPerson = ({ isDocument }: Pick<MailContent, 'isDocument'>, actor: Actor): boolean =>
  isDocument === true && actor.kind === 'user' && actor.role !== 'client'

/** The queue lane of mails needed to sign in. */
export const ACCOUNT_LANE = 'account'

/** An email without what may hold a link that works like a password. */
export const ERASED = { text: '', html: '', unsubscribe_url: null }
