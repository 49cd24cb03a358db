import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** Writes a row as it is, down to the disk; throws where the database can't be written to. */
export async function probeWrite(db: Db): Promise<void> {
  await sql`update platform_settings set id = id`.execute(db)
}
