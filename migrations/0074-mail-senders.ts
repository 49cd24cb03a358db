import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0074-mail-senders'

/**
 * Senders and reply addresses of emails, emails delayed while their cause can be undone, and the person who caused a
 * notification.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table mail_outbox add column from_name text;
     alter table mail_outbox add column reply_to text;
     alter table mail_outbox add column held_for text;
     create index mail_outbox_held on mail_outbox (held_for) where held_for is not null;
     alter table notifications add column sent_by text references users (id) on delete set null;
     create index notifications_sent_by on notifications (sent_by) where sent_by is not null`,
  )
