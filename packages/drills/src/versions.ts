import { cpSync, globSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PROGRAM } from '../../../server/base/db/engines/migrator.ts'
import { scratchFolder } from './clean-up.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const COPIED = ['server', 'shared', 'migrations', 'packages', 'package.json']

/** A later version of the program: the original tree and one more migration. */
interface Version {
  from: string
  migration: string
  /** The oldest program compatible with it. */
  oldest: string
  statement: string
}

const EXPAND = '9001-drill-expands'
const CONTRACT = '9002-drill-contracts'

/** The folders of this version, one that only adds to the schema, and one that removes something. */
export async function makeVersions(): Promise<[present: string, expanded: string, contracted: string]> {
  const expanded = await makeVersion({
    from: ROOT,
    migration: EXPAND,
    oldest: PROGRAM,
    statement: 'alter table tasks add column drill_note text',
  })
  const contracted = await makeVersion({
    from: expanded,
    migration: CONTRACT,
    oldest: CONTRACT,
    statement: 'alter table invoice_numbers rename to invoice_sequences',
  })
  for (const path of globSync('server/**/*.ts', { cwd: contracted }))
    edit(join(contracted, path), (text) => text.replaceAll('invoice_numbers', 'invoice_sequences'))
  return [ROOT, expanded, contracted]
}

async function makeVersion({ from, migration, oldest, statement }: Version): Promise<string> {
  const root = await scratchFolder()
  for (const name of readdirSync(from)) {
    if (COPIED.includes(name)) cpSync(join(from, name), join(root, name), { recursive: true })
    else symlinkSync(join(from, name), join(root, name))
  }
  const migrations = join(root, 'migrations')
  writeFileSync(
    join(migrations, `${migration}.ts`),
    `import { type Kysely, sql } from 'kysely'
export const oldestProgram = '${oldest}'
export const up = async (db: Kysely<unknown>) => void (await sql\`${statement}\`.execute(db))
`,
  )
  edit(
    join(migrations, 'index.ts'),
    (text) => `import * as drill${migration.slice(0, 4)} from './${migration}.ts'\n${text}
migrations['${migration}'] = drill${migration.slice(0, 4)}\n`,
  )
  return root
}

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  if (changed !== text) writeFileSync(path, changed)
}
