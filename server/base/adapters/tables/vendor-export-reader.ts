import { Worker } from 'node:worker_threads'
import type { ErrorDetails } from '#shared/base/errors.ts'
import { AppError } from '../../core/calls/errors.ts'
import type { StoredImport, StoredItem } from '../vendor-exports/items.ts'
import { createWorkQueue } from '../work-queue.ts'

const TIME_LIMIT_MS = 60_000
const MEMORY_LIMIT_MB = 768

const queue = createWorkQueue({ of: 'imports', atOnce: 1, waiting: 10, perCaller: 1 })

type Message =
  | { items: StoredItem[] }
  | Omit<StoredImport, 'items'>
  | { refusal: string; details: ErrorDetails }

/** Reads the file in a queued worker thread. Throws BAD_REQUEST if it can't be imported. */
export const readExportFile = (caller: string, path: string): Promise<StoredImport> =>
  queue.run(caller, () => readInThread(path))

function readInThread(path: string): Promise<StoredImport> {
  const worker = new Worker(new URL('../vendor-exports/thread.ts', import.meta.url), {
    env: {},
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  })
  const limit = AbortSignal.timeout(TIME_LIMIT_MS)
  return new Promise<StoredImport>((resolve, reject) => {
    const items: StoredItem[] = []
    limit.addEventListener('abort', () => reject(tooMuch()), { once: true })
    worker.on('message', (message: Message) => {
      if ('items' in message) items.push(...message.items)
      else if ('refusal' in message) {
        reject(new AppError('BAD_REQUEST', message.refusal, message.details))
      } else resolve({ source: message.source, overview: message.overview, items })
    })
    worker.on('error', (error: Error & { code?: string }) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
    )
    worker.on('exit', () => reject(new Error('The import reader’s thread exited without a result')))
  }).finally(() => worker.terminate())
}

const tooMuch = (): AppError =>
  new AppError('BAD_REQUEST', 'This file is too large to be read. Export it in parts.')
