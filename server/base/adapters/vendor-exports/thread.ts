import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { batchesOf } from '#shared/base/paging.ts'
import { AppError } from '../../core/calls/errors.ts'
import { toStored } from './items.ts'
import { readExport } from './read.ts'

const ITEMS_AT_ONCE = 500

/** Runs in a thread of its own: a board of 20 MB would block the event loop for a second. */
try {
  const { source, overview, items } = toStored(await readExport(await readFile(String(workerData))))
  for (const batch of batchesOf(items, ITEMS_AT_ONCE)) {
    parentPort?.postMessage({ items: batch })
    // Batches what has arrived for the main thread.
    await setImmediate()
  }
  parentPort?.postMessage({ source, overview })
} catch (error) {
  if (error instanceof AppError) parentPort?.postMessage({ refusal: error.message, details: error.details })
  else throw error
}
