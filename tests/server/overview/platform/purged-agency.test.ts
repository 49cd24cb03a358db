import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listCards } from '#server/base/db/table-cards.ts'
import { TABLES } from '#server/domains.ts'
import { purgeAgencies } from '#server/overview/platform/agencies/commands/purge-agencies.ts'
import { addRest } from '#tests/isolation/rest-of-rows.ts'
import { addLike } from '#tests/isolation/world/rows.ts'
import { openIsolationWorld } from '#tests/isolation/world/world.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { rewriteBooks } from '#tests/support/money/books.ts'
import { card } from '#tests/support/money/money.ts'
import { plantAgency } from '#tests/support/planted/agency.ts'
import { PLANTED, plantedFiles } from '#tests/support/planted/person.ts'
import { columnsWith, foundInIndex } from '#tests/support/planted/texts.ts'
import { createWorld } from '#tests/support/world.ts'

const open = openIsolationWorld()

beforeAll(async () => {
  const { db, world } = open()
  await addRest(db, world)
})

/** The columns whose card states a reason to keep a person's name. */
const KEPT = new Set(
  listCards(TABLES).flatMap(([table, { personal = {} }]) =>
    Object.entries(personal).flatMap(([column, rules]) =>
      [rules].flat().some((rule) => rule !== 'row' && 'kept' in rule) ? [`${table}.${column}`] : [],
    ),
  ),
)

/** The number of rows in each table that belong to someone, according to the cards. */
async function rowsByTable(): Promise<Record<string, number>> {
  const { db } = open()
  const counts: [string, number][] = []
  for (const [table] of listCards(TABLES)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    )
    counts.push([table, Number(rows[0]?.count)])
  }
  return Object.fromEntries(counts)
}

test('a purged agency leaves nothing behind in any column, file or index, and others keep theirs', async () => {
  const { database, db, world } = open()
  const dataDir = temporaryFolder()
  const planted = await rewriteBooks(db, () => plantAgency(database, world.people.foreignOwner, dataDir))
  expect(planted.length).toBeGreaterThan(120)
  const index = ['body', 'folded', 'keywords', 'title'].map((column) => `search_entries.${column}`)
  expect(await columnsWith(db, [PLANTED])).toEqual([...planted, ...index].sort())
  expect(await foundInIndex(database, PLANTED)).toBeGreaterThan(0)
  expect(plantedFiles(dataDir)).toBeGreaterThan(1)
  const { agencyId } = world.people.foreignOwner
  await addLike(
    db,
    'payments',
    { agency_id: world.people.owner.agencyId },
    {
      agency_id: null,
      payee: 'platform',
      invoice_id: null,
      client_id: null,
      payer_agency_id: agencyId,
      payer_user_id: world.people.foreignOwner.userId,
      payer_name: 'Otto Payer',
      idempotency_key: randomUUID(),
      request_key: null,
      receipt_number: null,
      provider_payment_id: null,
    },
  )
  const before = await rowsByTable()

  await db
    .updateTable('agencies')
    .set({ delete_after: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', agencyId as never)
    .execute()
  const services = testServices(db, { config: { dataDir } })
  await purgeAgencies(ctxFor(services, null))

  expect(
    await db
      .selectFrom('agencies')
      .select('id')
      .where('id', '=', agencyId as never)
      .execute(),
  ).toEqual([])
  // The agency's name remains in the audit log and in the platform's books.
  expect(await columnsWith(db, [PLANTED])).toEqual(['audit_log.detail', 'payments.payer_name'])
  expect(await columnsWith(db, ['Otto Payer'])).toEqual([])
  expect(await foundInIndex(database, PLANTED)).toBe(0)
  expect(plantedFiles(dataDir)).toBe(0)
  // Attempt counters expire within the hour.
  const limited = 'rate_limits.key'
  const named = (await columnsWith(db, [agencyId as string])).filter((column) => column !== limited)
  expect(named).toEqual(['audit_log.agency_id', 'audit_log.subject_id'])
  const after = await rowsByTable()
  const emptied = Object.keys(before).filter((table) => before[table] !== 0 && after[table] === 0)
  expect(emptied).toEqual([])
})

test('an agency is deleted whose people have recorded hours in another one earlier', async () => {
  const { db } = await createTestDatabase()
  const { home, foreign } = await createWorld(db)
  const owner = callerAs(db, home.owner)
  const date = '2026-03-02'
  const employee = callerAs(db, home.employee)
  await employee.workLog.saveHours({ project_id: null, date, duration: '2h', entry: null })
  const entries = () => db.selectFrom('time_entries').select(['user_id', 'duration_seconds']).execute()
  const [entry] = await entries()
  await db.updateTable('time_entries').set({ user_id: foreign.owner.userId, employee_id: null }).execute()
  await db
    .updateTable('agencies')
    .set({ delete_after: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', foreign.agencyId as never)
    .execute()
  await purgeAgencies(ctxFor(testServices(db), null))
  expect((await db.selectFrom('agencies').select('id').execute()).map(({ id }) => id)).toEqual([
    home.agencyId,
  ])
  expect(await entries()).toEqual([{ ...entry, user_id: foreign.owner.userId }])
  expect(await columnsWith(db, [foreign.owner.email])).toEqual([])
  const { items } = await owner.workLog.list({ whose: 'agency' })
  expect(items).toMatchObject([{ duration_seconds: 7200, user_name: 'Deleted user' }])
})

test("a purged agency's people leave no name in the platform's rows", async () => {
  const { db } = await createTestDatabase()
  const { home, admin } = await createWorld(db)
  await callerAs(db, home.employee).payments.quickPay(card())
  const { items } = await callerAs(db, admin).notifications.list({})
  expect(items.some(({ title }) => title.includes(home.employee.name))).toBe(true)
  await db
    .updateTable('agencies')
    .set({ delete_after: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', home.agencyId as never)
    .execute()
  await purgeAgencies(ctxFor(testServices(db), null))
  const left = await columnsWith(db, [home.employee.name, home.employee.email])
  expect(left.filter((column) => !KEPT.has(column))).toEqual([])
  expect((await db.selectFrom('payments').select('payer_name').execute()).at(0)).toEqual({
    payer_name: 'Deleted user',
  })
})
