import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/** The invoice and day whose charge an email announces; a notice that nobody received doesn't count. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table mail_outbox add column notice_of text;
     alter table mail_outbox add column notice_on text;
     create index mail_outbox_notices on mail_outbox (notice_of) where notice_of is not null`,
  )
