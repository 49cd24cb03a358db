import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { toBucketError } from './bucket-errors.ts'

/**
 * The bytes as they were stored, or a failure: the last of them are held back until all have proved to be
 * what was told, so that nobody takes damaged bytes for the whole.
 */
export function checkedStream(bytes: Readable, sha256: string | null): Readable {
  const digest = createHash('sha256')
  let held: Buffer | null = null
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      if (held !== null) checked.push(held)
      held = chunk
      done()
    },
    flush(done) {
      const isSame = sha256 === null || digest.digest('hex') === sha256
      done(isSame ? null : new Error('A stored file is damaged: its content is not what was written.'), held)
    },
  })
  bytes.once('error', (error) => checked.destroy(toBucketError(error) as Error))
  checked.once('close', () => bytes.destroy())
  return bytes.pipe(checked)
}
