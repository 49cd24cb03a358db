import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Writes a row through to disk; throws if the database isn't writable. */
export async function probeWrite(db: Db): Promise<void> {
  await sql`update platform_settings set id = id`.execute(db)
}
