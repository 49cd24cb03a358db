import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

/** The areas of this version; the tokens there are keep reaching all of them. */
const AREAS = [
  'overview',
  'projects',
  'clients',
  'people',
  'time',
  'processes',
  'payments',
  'finance',
  'messages',
  'schedules',
  'settings',
  'webhooks',
  'platform',
]
/** In these there is nothing to change. */
const READING_ONLY = ['audit', 'exports']

/** What each access token covers and where it was used from; when a session's holder last proved who they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `
    alter table api_tokens add column scopes text not null default '';
    alter table api_tokens add column last_used_over text check (last_used_over in ('IPv4', 'IPv6'));
    alter table sessions add column confirmed_at text
    `,
  )
  for (const access of ['read', 'write']) {
    const scopes = [
      ...AREAS.map((area) => `${area}:${access}`),
      ...READING_ONLY.map((area) => `${area}:read`),
    ].join(' ')
    await sql`update api_tokens set scopes = ${scopes} where access = ${access}`.execute(db)
  }
  await ddl(db, 'alter table api_tokens drop column access')
}
