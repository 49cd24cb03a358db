import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { gatherTemporaryFiles, newTemporaryFolder } from '#scripts/tools/temporary-folders.ts'

/** Seeds a demo database and an empty one; every test starts a server on a copy. */
export default async function seedTemplates(): Promise<() => void> {
  const removeTemporaryFiles = await gatherTemporaryFiles()
  const folder = await newTemporaryFolder('foyer-e2e')
  for (const kind of ['demo', 'empty']) {
    execFileSync('node', ['tests/e2e/support/portal/seed.ts', kind, join(folder, kind)], { stdio: 'inherit' })
  }
  process.env.E2E_TEMPLATES = folder
  return removeTemporaryFiles
}
