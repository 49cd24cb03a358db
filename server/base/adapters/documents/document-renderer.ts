import { createHash } from 'node:crypto'
import { createThread } from '../threads/thread.ts'
import { createWorkQueue } from '../work-queue.ts'
import { clean, isUsual, textIn } from './document-characters.ts'
import type { DocumentContent } from './documents.ts'

const queue = createWorkQueue({ of: 'documents', atOnce: 1, waiting: 40, perCaller: 3 })

const thread = createThread<DocumentContent, Uint8Array>({
  program: new URL('./document-thread.ts', import.meta.url),
  timeLimitMs: 30_000,
  memoryLimitMb: 512,
  tooMuch: () => new Error('A document exceeded the limits of its thread'),
})

/** Queues rendering in the documents' worker thread; `caller` counts toward the queue's limits. */
export const renderInTurn = (
  caller: string | null,
  prepare: () => Promise<DocumentContent>,
): Promise<Buffer> =>
  queue.run(caller, async () => {
    const { buffer, byteOffset, byteLength } = await thread.run(await prepare())
    return Buffer.from(buffer, byteOffset, byteLength)
  })

/** The characters of a document that its fonts don't have; `caller` as for rendering. */
export async function unprintableIn(caller: string | null, content: object): Promise<string[]> {
  const text = textIn(content)
  if (isUsual(clean(text))) return []
  const answer = await renderInTurn(caller, async () => ({ kind: 'characters', text }))
  return JSON.parse(answer.toString())
}

const MAX_KEPT_BYTES = 16 * 1024 * 1024

const cache = new Map<string, Buffer>()
const underWay = new Map<string, Promise<Rendered>>()
let keptBytes = 0

interface Rendered {
  pdf: Buffer
  /** False if something temporarily unavailable is missing, such as the logo file. */
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
