import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { batchesOf } from '#shared/base/paging.ts'
import { answerTasks } from '../threads/answer-tasks.ts'
import { type StoredImport, type StoredItem, toStored } from './items.ts'
import { readExport } from './read.ts'

const ITEMS_AT_ONCE = 500

/** Runs in a worker thread: a board of 20 MB would block the event loop for a second. */
answerTasks<string, Omit<StoredImport, 'items'>, StoredItem[]>(async (path, sendPart) => {
  const { items, ...rest } = toStored(await readExport(await readFile(path)))
  for (const batch of batchesOf(items, ITEMS_AT_ONCE)) {
    sendPart(batch)
    // Batches what has arrived for the main thread.
    await setImmediate()
  }
  return rest
})
