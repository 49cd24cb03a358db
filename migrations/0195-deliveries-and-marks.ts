import type { Kysely } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0178-worked-days'

/** How often mails are sent while they are on, and where new members start reading. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `alter table notification_mail_settings add column active_delivery text not null default 'instant';
     update notification_mail_settings set active_delivery = delivery where delivery <> 'off';
     alter table message_marks add column joined_position bigint not null default 0`,
  )
