import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runCommand } from '../command-line.ts'
import { writeApiTypes } from './api-types.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SOURCE = join(ROOT, 'packages/foyer-client')

/** Builds `dist/foyer-client`, the folder for `npm pack` and `npm publish`: scripts with their types. */
export function buildClient(folder = join(ROOT, 'dist/foyer-client')): void {
  writeApiTypes()
  rmSync(folder, { recursive: true, force: true })
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', SOURCE, '--outDir', folder], { stdio: 'inherit' })
  const manifest = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const { version } = manifest(join(ROOT, 'package.json'))
  const own = manifest(join(SOURCE, 'package.json'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...own, version }, null, 2)}\n`)
  cpSync(join(SOURCE, 'README.md'), join(folder, 'README.md'))
  cpSync(join(SOURCE, 'examples'), join(folder, 'examples'), { recursive: true })
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
}

if (import.meta.main) {
  await runCommand(async () => {
    buildClient()
    console.log('dist/foyer-client is ready for "npm pack" or "npm publish".')
  })
}
