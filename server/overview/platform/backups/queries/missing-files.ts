import type { FileStorage } from '../../../../base/adapters/storage/file-storage.ts'
import { inParallel } from '../../../../base/core/parallel.ts'
import type { Db } from '../../../../base/db/schema.ts'
import { describeFile } from '../../rules.ts'
import { listFileRecords, nameFiles } from './stored-files.ts'

/** Bucket requests have high latency. */
const ASKED_AT_ONCE = 16

/** Describes the files that the database refers to but the storage lacks. */
export async function listMissingFiles(db: Db, storage: FileStorage): Promise<string[]> {
  const records = await listFileRecords(db)
  const missing = new Set<string>()
  await inParallel(records, ASKED_AT_ONCE, async ({ key }) => {
    if ((await storage.sizeOf(key)) === null) missing.add(key)
  })
  const lost = records.filter(({ key }) => missing.has(key))
  const named = await nameFiles(
    db,
    lost.map((record) => ({ record, state: 'missing' })),
  )
  return named.map(describeFile)
}
