import type { Generated } from 'kysely'

export interface MailTables {
  mail_outbox: MailOutboxTable
}

/** Mails are queued in the transaction that causes them; a worker delivers them. */
interface MailOutboxTable {
  id: string
  /** Whose mails wait in one line: `account` for those that sign-in needs, an agency's id, null for the rest. */
  lane: string | null
  recipient: string
  /** As its head shows them, where they are others than the recipient: addresses separated by commas. */
  shown_to: Generated<string | null>
  shown_cc: Generated<string | null>
  subject: string
  text: string
  html: string
  status: 'queued' | 'sent' | 'failed'
  attempts: number
  next_attempt_at: string
  last_error: string | null
  created_at: string
  sent_at: string | null
}
