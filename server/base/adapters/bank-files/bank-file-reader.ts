import { Worker } from 'node:worker_threads'
import type { ErrorDetails } from '#shared/base/errors.ts'
import { AppError } from '../../core/calls/errors.ts'
import { createWorkQueue } from '../work-queue.ts'
import type { BankFile, BankFileOptions } from './read.ts'

const TIME_LIMIT_MS = 60_000
const MEMORY_LIMIT_MB = 768

const queue = createWorkQueue({ of: 'imports', atOnce: 1, waiting: 10, perCaller: 2 })

type Message = { read: BankFile } | { refusal: string; details: ErrorDetails }

/** Reads a bank's file in a queued worker thread. Throws BAD_REQUEST if it isn't a statement. */
export const readBankFileAt = (caller: string, path: string, options: BankFileOptions): Promise<BankFile> =>
  queue.run(caller, () => readInThread(path, options))

function readInThread(path: string, options: BankFileOptions): Promise<BankFile> {
  const worker = new Worker(new URL('./bank-thread.ts', import.meta.url), {
    env: {},
    workerData: { path, options },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  })
  const limit = AbortSignal.timeout(TIME_LIMIT_MS)
  return new Promise<BankFile>((resolve, reject) => {
    limit.addEventListener('abort', () => reject(tooMuch()), { once: true })
    worker.on('message', (message: Message) => {
      if ('read' in message) resolve(message.read)
      else reject(new AppError('BAD_REQUEST', message.refusal, message.details))
    })
    worker.on('error', (error: Error & { code?: string }) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
    )
    worker.on('exit', () => reject(new Error('The bank file reader’s thread exited without a result')))
  }).finally(() => worker.terminate())
}

const tooMuch = (): AppError =>
  new AppError('BAD_REQUEST', 'This file is too large to be read. Export a shorter period.', {
    reason: 'bank_file_unreadable',
  })
