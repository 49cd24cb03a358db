import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getProgramFromFiles, type Program } from 'typescript-json-schema'

const ROOT = join(import.meta.dirname, '../..')

/** The files that add their tables to the schema without being imported for it. */
const tableFiles = (): string[] =>
  globSync('server/**/{domain,tables,tables/*/*}.ts', { cwd: ROOT })
    .map((file) => join(ROOT, file))
    .filter((file) => /^declare module .*\/schema\.ts'/m.test(readFileSync(file, 'utf8')))

/**
 * The types of one file, its imports and all tables, for reading only. They are parsed by the schema generator's own
 * compiler, which is older than ours; errors are found by `npm run typecheck`.
 */
export const openTypes = (file: string): Program =>
  getProgramFromFiles(
    [file, ...tableFiles()],
    {
      target: 'es2024',
      lib: ['es2024', 'esnext', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      moduleDetection: 'force',
      types: ['node'],
      strict: true,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      noEmit: true,
    },
    ROOT,
  )
