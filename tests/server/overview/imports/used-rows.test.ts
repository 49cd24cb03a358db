import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { listReferences } from '#server/base/db/agency-move/rows.ts'
import type { Db, Trx } from '#server/base/db/schema.ts'
import { listCards, type TableName } from '#server/base/db/table-cards.ts'
import { TABLES } from '#server/domains.ts'
import { PLACES, removeBatch } from '#server/overview/imports/commands/remove-batch.ts'
import type { ImportKind } from '#shared/overview/imports.ts'
import { addRest } from '#tests/isolation/rest-of-rows.ts'
import { addImport } from '#tests/isolation/world/imports.ts'
import { addLike, insert } from '#tests/isolation/world/rows.ts'
import { openIsolationWorld, undone } from '#tests/isolation/world/world.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { rewriteBooks } from '#tests/support/money/books.ts'

const open = openIsolationWorld()

beforeAll(async () => {
  const { db, world } = open()
  await addRest(db, world)
})

const USES = listCards(TABLES).flatMap(([table, { uses = {} }]) =>
  Object.entries(uses).map(([column, used]) => [table, column, used as TableName] as const),
)

const kindOf = (table: TableName): ImportKind => {
  const found = Object.entries(PLACES).find(([, place]) => place === table)
  if (found === undefined) throw new Error(`Imports make no rows of ${table}`)
  return found[0] as ImportKind
}

/** A row as created by an import, with the import's record of it. */
async function addImported(trx: Trx, table: TableName): Promise<{ id: string; importId: string }> {
  const owner = open().world.people.owner as SeedMember
  const { agencyId } = owner
  const { id: importId } = await addImport(trx as Db, agencyId, 'a.csv', 'undoing')
  await sql`delete from import_items where import_id = ${importId}`.execute(trx)
  const plain =
    { clients: { debtor_number: null }, projects: { unique_id: randomUUID() } }[table as string] ?? {}
  const version = table === 'task_comments' ? { edited_at: null } : { version: 1 }
  const unclaimed = table === 'time_entries' ? { timesheet_id: null, invoice_id: null, payout_id: null } : {}
  const id = await addLike(trx as Db, table, { agency_id: agencyId }, { ...plain, ...version, ...unclaimed })
  await insert(trx as Db, 'import_items', [
    {
      agency_id: agencyId,
      id,
      import_id: importId,
      position: 0,
      source: 'harvest',
      kind: kindOf(table),
      external_id: randomUUID(),
      outcome: 'made',
    },
  ])
  return { id, importId }
}

const outcomeOf = async (trx: Trx, importId: string) => {
  const tx = ctxFor(trx, open().world.people.owner as SeedMember)
  await removeBatch(tx, importId)
  const { rows } = await sql`select outcome, reason from import_items where import_id = ${importId}`.execute(
    trx,
  )
  return rows
}

test.each(Object.values(PLACES))('an undone import removes an unused row of %s', (table) =>
  undone(open().db, async (trx) => {
    const { importId } = await addImported(trx, table)
    expect(await outcomeOf(trx, importId)).toEqual([{ outcome: 'removed', reason: null }])
  }),
)

describe.each(USES)('%s.%s', (table, column, used) => {
  test('keeps a row created by an undone import', () =>
    undone(open().db, async (trx) => {
      const { id, importId } = await addImported(trx, used)
      const { agencyId } = open().world.people.owner
      const ofAgency = TABLES[table].of === 'agency' ? sql`where agency_id = ${agencyId}` : sql``
      const { rows } = await sql<
        Record<string, string>
      >`select * from ${sql.table(table)} ${ofAgency}`.execute(trx)
      const [user] = rows
      const key = Object.keys(user ?? {}).filter((name) => name.endsWith('id') && user?.[name] != null)
      const isUser = sql.join(
        key.map((name) => sql`${sql.ref(name)} = ${user?.[name]}`),
        sql` and `,
      )
      if (table === 'client_credits') {
        await addLike(trx as Db, table, { agency_id: agencyId }, { [column]: id })
      } else {
        const update = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${id} where ${isUser}`
        await rewriteBooks(trx as Db, () => update.execute(trx))
      }
      expect(await outcomeOf(trx, importId)).toEqual([{ outcome: 'kept', reason: 'in_use' }])
    }))
})

/** Parts of the imported row: changing them increments its version, and they are deleted with it. */
const PARTS = [
  'message_marks.project_id',
  'message_threads.project_id',
  'project_assignees.project_id',
  'project_deliverables.project_id',
  'project_requirements.project_id',
  'subtasks.task_id',
  'task_comment_mentions.comment_id',
]

test('every other reference to an imported row is part of it, or filled by triggers', async () => {
  const places: readonly string[] = Object.values(PLACES)
  const derived = listCards(TABLES).flatMap(([table, card]) => (card.derived ? [table as string] : []))
  const others = (await listReferences(open().database))
    .filter(({ table, refersTo, column }) => {
      if (!places.includes(refersTo) || column === 'agency_id' || derived.includes(table)) return false
      return !USES.some(([user, by]) => user === table && by === column)
    })
    .map(({ table, column }) => `${table}.${column}`)
  expect(others.sort()).toEqual(PARTS)
})
