import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { digestOfSources, SOURCES_FILE } from '#server/door/http/pages/client-build.ts'
import { FIRST_LOOKS_FILE } from '#shared/door/first-look.ts'
import { renderFirstLooks } from './first-looks.ts'

/**
 * Builds the client and prerenders its public pages concurrently; the digest of the sources is written last and marks
 * the build as complete.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist/client' },
    quiet: { type: 'boolean', default: false },
  },
})
// Vite would follow the machine's environment, for example by using React's development build.
process.env.NODE_ENV = 'production'
const root = resolve(import.meta.dirname, '../..')
const sources = digestOfSources()
const [looks] = await Promise.all([
  renderFirstLooks(),
  build({ root, logLevel: values.quiet ? 'warn' : 'info', build: { outDir: values.out } }),
])
writeFileSync(join(root, values.out, FIRST_LOOKS_FILE), JSON.stringify(looks))
writeFileSync(join(root, values.out, SOURCES_FILE), sources ?? '')
