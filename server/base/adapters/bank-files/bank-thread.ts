import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../core/calls/errors.ts'
import { type BankFileOptions, readBankFile } from './read.ts'

const { path, options } = workerData as { path: string; options: BankFileOptions }

/** Runs in a thread of its own: ten thousand transactions would block the event loop for a second. */
try {
  parentPort?.postMessage({ read: readBankFile(await readFile(path), options) })
} catch (error) {
  if (error instanceof AppError) parentPort?.postMessage({ refusal: error.message, details: error.details })
  else throw error
}
