import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { CLIENT_FOLDER } from '#server/door/http/pages/client-build.ts'

// Writes a .br and a .gz next to each text file of the built client, so that the server needn't compress
// them.
const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/
const SMALLEST_BYTES = 1024
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function compress(path: string): Promise<void> {
  const content = readFileSync(path)
  if (content.length < SMALLEST_BYTES) return
  const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Promise.all([
    brotli(content, { params: hint }).then((packed) => writeFile(`${path}.br`, packed)),
    zip(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
}

const names = readdirSync(CLIENT_FOLDER, { recursive: true, encoding: 'utf8' })
const texts = names.filter((name) => TEXT.test(name) && !name.startsWith('.'))
await Promise.all(texts.map((name) => compress(join(CLIENT_FOLDER, name))))
