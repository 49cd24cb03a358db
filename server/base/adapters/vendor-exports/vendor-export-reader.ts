import { AppError } from '../../core/calls/errors.ts'
import { createThread } from '../threads/thread.ts'
import { createWorkQueue } from '../work-queue.ts'
import type { StoredImport, StoredItem } from './items.ts'

const queue = createWorkQueue({ of: 'imports', atOnce: 1, waiting: 10, perCaller: 1 })

const thread = createThread<string, Omit<StoredImport, 'items'>, StoredItem[]>({
  program: new URL('./vendor-export-thread.ts', import.meta.url),
  timeLimitMs: 60_000,
  memoryLimitMb: 768,
  tooMuch: () => new AppError('BAD_REQUEST', 'This file is too large to be read. Export it in parts.'),
})

/** Reads the file in a queued worker thread. Throws BAD_REQUEST if it can't be imported. */
export const readExportFile = (caller: string, path: string): Promise<StoredImport> =>
  queue.run(caller, async () => {
    const items: StoredItem[] = []
    const rest = await thread.run(path, (batch) => items.push(...batch))
    return { ...rest, items }
  })
