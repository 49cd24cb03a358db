import { AppError } from '../../core/calls/errors.ts'
import { createThread } from '../threads/thread.ts'
import { createWorkQueue } from '../work-queue.ts'
import type { BankFile, BankFileOptions } from './read.ts'

export interface BankFileTask {
  path: string
  options: BankFileOptions
}

const queue = createWorkQueue({ of: 'imports', atOnce: 1, waiting: 10, perCaller: 2 })

const thread = createThread<BankFileTask, BankFile>({
  program: new URL('./bank-thread.ts', import.meta.url),
  timeLimitMs: 60_000,
  memoryLimitMb: 768,
  tooMuch: () =>
    new AppError('BAD_REQUEST', 'This file is too large to be read. Export a shorter period.', {
      reason: 'bank_file_unreadable',
    }),
})

/** Reads a bank's file in a queued worker thread. Throws BAD_REQUEST if it isn't a statement. */
export const readBankFileAt = (caller: string, path: string, options: BankFileOptions): Promise<BankFile> =>
  queue.run(caller, () => thread.run({ path, options }))
