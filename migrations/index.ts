import type { Migration } from 'kysely/migration'
import * as foundation from './0001-foundation.ts'
import * as live from './0002-live.ts'

/** Every migration in order; a released one is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-live': live,
}
