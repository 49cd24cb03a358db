import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { BucketSettings } from '../../core/config.ts'
import { openBucket } from './bucket.ts'
import { piecesOfStream } from './multipart.ts'

const IMPATIENCE = { connectMs: 3000, idleMs: 5000, pausesMs: [] }

/** Writes, reads and deletes a small object; throws, naming the step that the service refused. */
export async function tryBucket(settings: BucketSettings): Promise<void> {
  const bucket = openBucket(settings, IMPATIENCE)
  const name = `check/${randomUUID()}`
  const content = Buffer.from(name)
  async function* bytes() {
    yield content
  }
  await step('list', () => bucket.check())
  await step('write', () => bucket.put(name, piecesOfStream(bytes(), content.length)))
  try {
    await step('read', async () => {
      const found = await bucket.get(name)
      if (found === null || !content.equals(await buffer(found.bytes))) {
        throw new Error('The S3 storage returned something other than what was written.')
      }
    })
  } finally {
    await step('delete', () => bucket.remove(name))
  }
}

async function step(verb: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`can’t ${verb} objects. ${reason}`, { cause })
  }
}
