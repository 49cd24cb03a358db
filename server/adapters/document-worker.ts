import { parentPort } from 'node:worker_threads'
import { type DocumentContent, renderDocument } from './documents.ts'

/** A thread of its own: drawing a long invoice takes more than a second of a processor. */
parentPort?.on('message', async (content: DocumentContent) => {
  try {
    // A small buffer is a slice of a shared 64 KB: kept as it is, it would keep all of that.
    const pdf = Uint8Array.from(await renderDocument(content))
    parentPort?.postMessage({ pdf }, [pdf.buffer])
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
