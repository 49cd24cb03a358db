import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import yazl from 'yazl'
import { createWorkQueue } from '../adapters/work-queue.ts'
import type { UserCtx } from '../core/context.ts'

interface Entry {
  /** Path inside the archive. */
  name: string
  date: Date
}
export type ZipEntry = Entry &
  ({ text: () => AsyncIterable<string> } | { size: number; open: () => Promise<Readable> })

/** A person has one on its way, which lasts as long as it takes to download it. */
const queue = createWorkQueue({ of: 'downloads', atOnce: 20, waiting: 0, perCaller: 1 })

/** Opens each entry only when its turn comes, so that an archive of any size needs little memory. */
export const sendZip = (
  { actor }: UserCtx,
  res: Response,
  name: string,
  entries: readonly ZipEntry[],
): Promise<void> => queue.run(actor.userId, () => writeZip(res, name, entries))

async function writeZip(res: Response, name: string, entries: readonly ZipEntry[]): Promise<void> {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as NodeJS.ReadStream
  zip.on('error', (error: Error) => output.destroy(error))
  for (const entry of entries) {
    const options = { mtime: entry.date, ...('size' in entry ? { size: entry.size } : {}) }
    const open = 'open' in entry ? entry.open : async () => Readable.from(entry.text(), { objectMode: false })
    zip.addReadStreamLazy(entry.name, options, (done) => {
      open().then(
        (bytes) => {
          // An error that nobody listens to would end the process.
          bytes.once('error', (error) => output.destroy(error))
          done(null, bytes)
        },
        (error) => done(error, output),
      )
    })
  }
  zip.end()
  res.attachment(name)
  await streamTo(res, zip.outputStream)
}

/** A reader who goes away is nobody's failure. */
export async function streamTo(res: Response, bytes: NodeJS.ReadableStream): Promise<void> {
  try {
    await pipeline(bytes, res)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
