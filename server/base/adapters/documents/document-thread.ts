import { answerTasks } from '../threads/answer-tasks.ts'
import { type DocumentContent, renderDocument } from './documents.ts'

/**
 * Runs in a worker thread, because drawing a long invoice takes more than a second of CPU time. The PDF is copied,
 * because a small buffer is a slice of a shared 64 KB one, all of which would stay in memory.
 */
answerTasks(async (content: DocumentContent) => Uint8Array.from(await renderDocument(content)))
