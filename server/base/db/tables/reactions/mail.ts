import type { Generated } from 'kysely'

declare module '../../schema.ts' {
  interface SharedSchema {
    mail_outbox: MailOutboxTable
  }
}

/** Mails are queued in the transaction that causes them and delivered by a worker. */
interface MailOutboxTable {
  id: string
  /**
   * The queue the mail waits in: `account` for mails needed to sign in, an agency's id, or null for the rest.
   */
  lane: string | null
  recipient: string
  /** The To header if it differs from the recipient: addresses separated by commas. */
  shown_to: Generated<string | null>
  shown_cc: Generated<string | null>
  /** The sender's name shown with the portal's address, for an agency's mails. */
  from_name: Generated<string | null>
  reply_to: Generated<string | null>
  /** The action that this mail belongs to; while the mail isn't due, undoing it cancels the mail. */
  held_for: Generated<string | null>
  subject: string
  text: string
  html: string
  status: 'queued' | 'sent' | 'failed'
  attempts: number
  next_attempt_at: string
  last_error: string | null
  /** When its link expires: it isn't sent from then on. */
  not_after: Generated<string | null>
  /** What must still hold on delivery, as JSON; null if nothing. */
  reason: Generated<string | null>
  /** Announces that this invoice will be charged on this day; no day if it reached nobody and was withdrawn. */
  notice_of: Generated<string | null>
  notice_on: Generated<string | null>
  /** The URL that the recipient's mail program calls to unsubscribe; null once the email was sent. */
  unsubscribe_url: Generated<string | null>
  /** Whether a person sends it, who wants to receive out-of-office replies. */
  by_person: Generated<number>
  created_at: string
  sent_at: string | null
}
