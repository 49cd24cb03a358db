import type { SeedMember, SeedPerson } from '#scripts/seed/person.ts'
import { toStored } from '#server/base/adapters/vendor-exports/items.ts'
import { readExport } from '#server/base/adapters/vendor-exports/read.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addImport } from '#server/overview/imports/commands/add.ts'
import { runImports } from '#server/overview/imports/commands/run.ts'
import type { ImportMapping } from '#shared/overview/schemas/imports.ts'
import { callerAs, ctxFor } from './caller.ts'
import { createTestDatabase } from './databases/database.ts'
import { createWorld } from './world.ts'

/** Uploads an export's text as the owner, like the route does. */
export const stage = async (db: Db, owner: SeedPerson, text: string, name = 'export') =>
  addImport(ctxFor(db, owner as SeedMember), { name, read: toStored(await readExport(Buffer.from(text))) })

const HARVEST_HEADER = 'Date,Client,Project,Task,Notes,Hours,Billable?,Invoiced?,First Name,Last Name'

/** A Harvest report with this many hours of one person, one hour each, on days in January. */
export const harvestHours = (rows: number, person = 'Home,Employee'): string =>
  [
    HARVEST_HEADER,
    ...Array.from({ length: rows }, (_, row) => {
      const day = String((row % 28) + 1).padStart(2, '0')
      return `2026-01-${day},Lumen Labs,Portal,Design,Row ${row},1,Yes,No,${person}`
    }),
  ].join('\n')

/** The small world with its owner's and contributor's callers. */
export async function setUpImports() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner), contributor: callerAs(db, world.home.employee) }
}

type Owner = Awaited<ReturnType<typeof setUpImports>>['owner']
type Change = (mapping: ImportMapping) => Partial<ImportMapping>

/** Parses uploaded files like the portal's worker. */
export const runQueued = (db: Db) => runImports(ctxFor(db, null))

/** New clients get an email address, as required by the form. */
const addressed: Change = (mapping) => ({
  clients: mapping.clients.map(({ key, to }, index) =>
    to.kind === 'new'
      ? { key, to: { ...to, name: to.name || 'Meadow', email: `client${index}@import.test` } }
      : { key, to },
  ),
})

/** The suggested mapping with changes applied. */
export async function mapped(owner: Owner, id: string, change: Change = () => ({})) {
  const { mapping } = await owner.imports.get({ id })
  return { id, mapping: { ...mapping, ...addressed(mapping), ...change(mapping) } }
}

/** From the file's text to the finished import, including the dry run. */
export async function importing(
  { db, owner, text }: { db: Db; owner: Owner; text: string },
  person: SeedPerson,
  change?: Change,
) {
  const { id } = await stage(db, person, text)
  const input = await mapped(owner, id, change)
  const plan = await owner.imports.dryRun(input)
  await owner.imports.start(input)
  await runQueued(db)
  return { id, plan, done: await owner.imports.get({ id }) }
}

/** The row counts of all tables that imports write. */
export const counts = async (db: Db) => {
  const count = (table: 'clients' | 'projects' | 'tasks' | 'task_comments' | 'time_entries' | 'subtasks') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  const tables = ['clients', 'projects', 'tasks', 'subtasks', 'task_comments', 'time_entries'] as const
  return Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, Number((await count(table)).count)] as const)),
  )
}
