import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { CLIENT_FOLDER } from '#server/http/client.ts'

// Puts a .br and a .gz beside each text file of the built client, so that serving costs no compression.
const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/
const SMALLEST_BYTES = 1024

for (const name of readdirSync(CLIENT_FOLDER, { recursive: true, encoding: 'utf8' })) {
  if (!TEXT.test(name) || name.startsWith('.')) continue
  const path = join(CLIENT_FOLDER, name)
  const content = readFileSync(path)
  if (content.length < SMALLEST_BYTES) continue
  const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: hint }))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}
