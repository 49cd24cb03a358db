import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import yazl from 'yazl'
import { createWorkQueue } from '../../../base/adapters/work-queue.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'

interface Entry {
  /** The path within the archive. */
  name: string
  date: Date
}
export type ZipEntry = Entry &
  ({ text: () => AsyncIterable<string> } | { size: number; open: () => Promise<Readable> })

/** One per person, occupied until the download ends. */
const queue = createWorkQueue({ of: 'downloads', atOnce: 20, waiting: 0, perCaller: 1 })

/** Opens each entry when it is needed, so that archives of any size need little memory. */
export const sendZip = (
  ctx: UserCtx,
  res: Response,
  name: string,
  entries: readonly ZipEntry[],
): Promise<void> => queue.run(ctx.actor.userId, () => writeZip(ctx, res, name, entries))

async function writeZip(ctx: Ctx, res: Response, name: string, entries: readonly ZipEntry[]): Promise<void> {
  let reading: Readable | undefined
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as NodeJS.ReadStream
  zip.on('error', (error: Error) => output.destroy(error))
  for (const entry of entries) {
    const options = { mtime: entry.date, ...('size' in entry ? { size: entry.size } : {}) }
    const open = 'open' in entry ? entry.open : async () => textStream(ctx, entry.text())
    zip.addReadStreamLazy(entry.name, options, (done) => {
      open().then(
        (bytes) => {
          reading = bytes
          // An unhandled error event would end the process.
          bytes.once('error', (error) => output.destroy(error))
          done(null, bytes)
        },
        (error) => done(error, output),
      )
    })
  }
  zip.end()
  res.attachment(name)
  await streamTo(res, zip.outputStream).finally(() => reading?.destroy())
}

/** Streams a text that is read from the database while it is sent. */
export const textStream = ({ services }: Ctx, parts: AsyncIterable<string | Buffer>): Readable =>
  Readable.from(services.inFlight.read(parts), { objectMode: false })

/** Ignores readers who disconnect. */
export async function streamTo(res: Response, bytes: NodeJS.ReadableStream): Promise<void> {
  try {
    await pipeline(bytes, res)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
