import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DocumentContent } from './documents.ts'
import { createWorkQueue } from './work-queue.ts'

const TIME_LIMIT_MS = 30_000
const IDLE_MS = 60_000
const MEMORY_LIMIT_MB = 512

const queue = createWorkQueue({ of: 'documents', atOnce: 1, waiting: 40, perCaller: 3 })

/** Renders in the documents' own thread, in turn; `caller` is as the queue counts them. */
export const renderInTurn = (
  caller: string | null,
  prepare: () => Promise<DocumentContent>,
): Promise<Buffer> => queue.run(caller, async () => renderInWorker(await prepare()))

let open: Worker | null = null
let idle: NodeJS.Timeout | undefined

type Answer = { pdf: Uint8Array } | { error: Error }

/** One document at a time: whatever the thread says next is the answer. */
async function renderInWorker(content: DocumentContent): Promise<Buffer> {
  clearTimeout(idle)
  const worker = openWorker()
  worker.ref()
  try {
    worker.postMessage(content)
    const [answer]: Answer[] = await once(worker, 'message', { signal: AbortSignal.timeout(TIME_LIMIT_MS) })
    if (answer === undefined) throw new Error('The documents’ thread said nothing')
    if ('error' in answer) throw answer.error
    return Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength)
  } catch (error) {
    close(worker)
    throw error
  } finally {
    worker.unref()
    idle = setTimeout(() => close(worker), IDLE_MS).unref()
  }
}

function openWorker(): Worker {
  if (open !== null) return open
  const worker = new Worker(new URL('../adapters/document-worker.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  })
  // A thread that ends by itself is opened anew by the next document; who waits for this one hears of it too.
  worker.on('error', () => close(worker))
  worker.on('exit', () => close(worker))
  open = worker
  return worker
}

function close(worker: Worker): void {
  if (open === worker) open = null
  void worker.terminate()
}

const MAX_KEPT_BYTES = 16 * 1024 * 1024

const kept = new Map<string, Buffer>()
const underWay = new Map<string, Promise<Rendered>>()
let keptBytes = 0

interface Rendered {
  pdf: Buffer
  /** False where something was missing that may come back, such as the logo's file. */
  whole: boolean
}

/**
 * The document made of exactly this, rendered once for whoever asks and kept while there is room; whatever
 * changes on it changes its address.
 */
export async function keepDocument(shown: object, render: () => Promise<Rendered>): Promise<Buffer> {
  const address = createHash('sha256').update(JSON.stringify(shown)).digest('hex')
  const found = kept.get(address)
  if (found !== undefined) {
    kept.delete(address)
    kept.set(address, found)
    return found
  }
  let rendering = underWay.get(address)
  if (rendering === undefined) {
    rendering = render().finally(() => underWay.delete(address))
    underWay.set(address, rendering)
    rendering.then(
      (rendered) => rendered.whole && keep(address, rendered.pdf),
      () => undefined,
    )
  }
  return (await rendering).pdf
}

/** Those asked for longest ago make room. */
function keep(address: string, pdf: Buffer): void {
  kept.set(address, pdf)
  keptBytes += pdf.length
  for (const [oldest, { length }] of kept) {
    if (keptBytes <= MAX_KEPT_BYTES) break
    kept.delete(oldest)
    keptBytes -= length
  }
}
