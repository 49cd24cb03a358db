import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../command-line.ts'
import { clientTypes } from './client-types.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The generated types of `foyer-client`, which aren't committed. */
export const API_TYPES = 'packages/foyer-client/src/api.gen.ts'

/** Writes the types of `foyer-client` for the procedures' inputs and their described results. */
export function writeApiTypes(): void {
  const described = readFileSync(join(ROOT, 'server/door/http/api/api-results.gen.json'), 'utf8')
  writeFileSync(join(ROOT, API_TYPES), clientTypes(JSON.parse(described)))
}

if (import.meta.main) await runCommand(async () => writeApiTypes())
