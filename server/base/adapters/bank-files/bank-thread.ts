import { readFile } from 'node:fs/promises'
import { answerTasks } from '../threads/answer-tasks.ts'
import type { BankFileTask } from './bank-file-reader.ts'
import { readBankFile } from './read.ts'

/** A thread of its own: ten thousand transactions would block the event loop for a second. */
answerTasks(async ({ path, options }: BankFileTask) => readBankFile(await readFile(path), options))
