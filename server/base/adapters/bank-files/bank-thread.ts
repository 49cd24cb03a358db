import { readFile } from 'node:fs/promises'
import { answerTasks } from '../threads/answer-tasks.ts'
import type { BankFileTask } from './bank-file-reader.ts'
import { readBankUpload } from './read.ts'

/** Runs in a worker thread, because ten thousand transactions would block the event loop for a second. */
answerTasks(async ({ path, options }: BankFileTask) => readBankUpload(await readFile(path), options))
