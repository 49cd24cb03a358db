import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

/** The areas of this version; existing tokens keep access to all of them. */
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
/** Areas without write access. */
const READING_ONLY = ['audit', 'exports']

/** Scopes and last use of access tokens, and when a session's holder last confirmed their identity. */
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
