import { join } from 'node:path'
import { getProgramFromFiles, type Program } from 'typescript-json-schema'

const ROOT = join(import.meta.dirname, '../..')

/**
 * The types of one file and of all it imports, for reading. They are read by the schema generator's own
 * compiler, older than ours; `npm run typecheck` is what finds errors.
 */
export const openTypes = (file: string): Program =>
  getProgramFromFiles(
    [file],
    {
      target: 'es2024',
      lib: ['es2024', 'esnext', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: ['node'],
      strict: true,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      noEmit: true,
    },
    ROOT,
  )
