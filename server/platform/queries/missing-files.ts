import type { FileStorage } from '../../adapters/file-storage.ts'
import type { Db } from '../../db/schema.ts'
import { listFileRecords } from './stored-files.ts'

/** What the database calls the files that aren't in the storage. */
export async function listMissingFiles(db: Db, storage: FileStorage): Promise<string[]> {
  const missing: string[] = []
  for (const { key, name } of await listFileRecords(db)) {
    if ((await storage.sizeOf(key)) === null) missing.push(name)
  }
  return missing
}
