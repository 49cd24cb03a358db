import { parentPort } from 'node:worker_threads'
import { type DocumentContent, renderDocument } from './documents.ts'

/** A thread of its own: drawing a long invoice takes more than a second of a processor. */
parentPort?.on('message', async (content: DocumentContent) => {
  try {
    parentPort?.postMessage({ pdf: await renderDocument(content) })
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
