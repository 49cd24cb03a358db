import type { FileStorage } from '../../adapters/file-storage.ts'
import { doSeveral } from '../../core/several.ts'
import type { Db } from '../../db/schema.ts'
import { listFileRecords } from './stored-files.ts'

/** A bucket is a journey away. */
const ASKED_AT_ONCE = 16

/** What the database calls the files that aren't in the storage. */
export async function listMissingFiles(db: Db, storage: FileStorage): Promise<string[]> {
  const records = await listFileRecords(db)
  const missing = new Set<string>()
  await doSeveral(records, ASKED_AT_ONCE, async ({ key }) => {
    if ((await storage.sizeOf(key)) === null) missing.add(key)
  })
  return records.filter(({ key }) => missing.has(key)).map(({ name }) => name)
}
