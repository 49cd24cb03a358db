import { parentPort } from 'node:worker_threads'
import { type DocumentContent, renderDocument } from './documents.ts'

/** A worker thread, because drawing a long invoice takes more than a second of CPU time. */
parentPort?.on('message', async (content: DocumentContent) => {
  try {
    // Copied, because a small buffer is a slice of a shared 64 KB one, all of which would stay in memory.
    const pdf = Uint8Array.from(await renderDocument(content))
    parentPort?.postMessage({ pdf }, [pdf.buffer])
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
