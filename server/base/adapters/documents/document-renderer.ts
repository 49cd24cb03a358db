import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createWorkQueue } from '../work-queue.ts'
import { clean, isUsual, textIn } from './document-characters.ts'
import type { DocumentContent } from './documents.ts'

const TIME_LIMIT_MS = 30_000
const IDLE_MS = 60_000
const MEMORY_LIMIT_MB = 512

const queue = createWorkQueue({ of: 'documents', atOnce: 1, waiting: 40, perCaller: 3 })

/** Queues rendering in the documents' worker thread; `caller` counts towards the queue's limits. */
export const renderInTurn = (
  caller: string | null,
  prepare: () => Promise<DocumentContent>,
): Promise<Buffer> => queue.run(caller, async () => renderInWorker(await prepare()))

/** The characters of a document that its fonts don't have; `caller` as for rendering. */
export async function unprintableIn(caller: string | null, content: object): Promise<string[]> {
  const text = textIn(content)
  if (isUsual(clean(text))) return []
  const answer = await renderInTurn(caller, async () => ({ kind: 'characters', text }))
  return JSON.parse(answer.toString())
}

let open: Worker | null = null
let idle: NodeJS.Timeout | undefined

type Answer = { pdf: Uint8Array } | { error: Error }

/** Renders one document at a time, so the worker's next message is its result. */
async function renderInWorker(content: DocumentContent): Promise<Buffer> {
  clearTimeout(idle)
  const worker = openWorker()
  worker.ref()
  try {
    worker.postMessage(content)
    const [answer]: Answer[] = await once(worker, 'message', { signal: AbortSignal.timeout(TIME_LIMIT_MS) })
    if (answer === undefined) throw new Error('The document worker did not respond')
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
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  })
  // If the worker exits, the next document starts a new one, and this one fails.
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

const cache = new Map<string, Buffer>()
const underWay = new Map<string, Promise<Rendered>>()
let keptBytes = 0

interface Rendered {
  pdf: Buffer
  /** False if something temporarily unavailable is missing, such as the logo's file. */
  whole: boolean
}

/** Renders the document once and caches it while there is room, keyed by a hash of its content. */
export async function keepDocument(shown: object, render: () => Promise<Rendered>): Promise<Buffer> {
  const address = createHash('sha256').update(JSON.stringify(shown)).digest('hex')
  const found = cache.get(address)
  if (found !== undefined) {
    cache.delete(address)
    cache.set(address, found)
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

/** The least recently used are evicted. */
function keep(address: string, pdf: Buffer): void {
  cache.set(address, pdf)
  keptBytes += pdf.length
  for (const [oldest, { length }] of cache) {
    if (keptBytes <= MAX_KEPT_BYTES) break
    cache.delete(oldest)
    keptBytes -= length
  }
}
