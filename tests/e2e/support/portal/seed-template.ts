import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Seeds a demo database and an empty one; every test starts a server on a copy. */
export default function seedTemplates(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-e2e-'))
  for (const kind of ['demo', 'empty']) {
    execFileSync('node', ['tests/e2e/support/portal/seed.ts', kind, join(folder, kind)], { stdio: 'inherit' })
  }
  process.env.E2E_TEMPLATES = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
