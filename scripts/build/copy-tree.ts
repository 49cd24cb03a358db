import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newTemporaryFolder } from '../tools/temporary-folders.ts'
import { API_TYPES } from './api-types.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Copies the tree's tracked and new files and the generated types to a temporary folder, with its packages. */
export async function copyTree(purpose: string): Promise<string> {
  const copy = await newTemporaryFolder(purpose)
  const listed = (...options: string[]) =>
    execFileSync('git', ['ls-files', ...options, '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  const deleted = new Set(listed('-d'))
  for (const file of listed('-co', '--exclude-standard')) {
    if (file === '' || deleted.has(file)) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(copy, file))
  }
  if (existsSync(join(ROOT, API_TYPES))) copyFileSync(join(ROOT, API_TYPES), join(copy, API_TYPES))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}
