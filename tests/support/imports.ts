import type { SeedMember, SeedPerson } from '#scripts/seed/person.ts'
import { toStored } from '#server/adapters/vendor-exports/items.ts'
import { readExport } from '#server/adapters/vendor-exports/read.ts'
import type { Db } from '#server/db/schema.ts'
import { addImport } from '#server/imports/commands/add.ts'
import { runImports } from '#server/imports/commands/run.ts'
import type { ImportMapping } from '#shared/imports.ts'
import { callerAs, ctxFor } from './caller.ts'
import { createTestDatabase } from './database.ts'
import { createWorld } from './world.ts'

/** Uploads the text of an export for the owner, as the route does. */
export const stage = async (db: Db, owner: SeedPerson, text: string, name = 'export') =>
  addImport(ctxFor(db, owner as SeedMember), { name, read: toStored(await readExport(Buffer.from(text))) })

const HARVEST_HEADER = 'Date,Client,Project,Task,Notes,Hours,Billable?,Invoiced?,First Name,Last Name'

/** A Harvest report of so many hours of one person, an hour each, on days of January. */
export const harvestHours = (rows: number, person = 'Home,Employee'): string =>
  [
    HARVEST_HEADER,
    ...Array.from({ length: rows }, (_, row) => {
      const day = String((row % 28) + 1).padStart(2, '0')
      return `2026-01-${day},Lumen Labs,Portal,Design,Row ${row},1,Yes,No,${person}`
    }),
  ].join('\n')

/** The small world with its owner's and contributor's calls. */
export async function setUpImports() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner), contributor: callerAs(db, world.home.employee) }
}

type Owner = Awaited<ReturnType<typeof setUpImports>>['owner']
type Change = (mapping: ImportMapping) => Partial<ImportMapping>

/** Does what the portal's worker does. */
export const runQueued = (db: Db) => runImports(ctxFor(db, null))

/** New clients get an address, as the form insists on. */
const addressed: Change = (mapping) => ({
  clients: mapping.clients.map(({ key, to }, index) =>
    to.kind === 'new'
      ? { key, to: { ...to, name: to.name || 'Meadow', email: `client${index}@import.test` } }
      : { key, to },
  ),
})

/** The mapping the names suggest, with what is changed in it. */
export async function mapped(owner: Owner, id: string, change: Change = () => ({})) {
  const { mapping } = await owner.imports.get({ id })
  return { id, mapping: { ...mapping, ...addressed(mapping), ...change(mapping) } }
}

/** From the file's text to the finished import, with the dry run before it. */
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

/** How many rows each table has that imports write. */
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
