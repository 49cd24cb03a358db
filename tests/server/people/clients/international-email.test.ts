import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { upgradedFrom } from '#tests/support/databases/upgraded.ts'
import { openBrowser } from '#tests/support/servers/browser.ts'
import { createWorld } from '#tests/support/world.ts'

const TYPED = 'Info@Müller-Bau.de'
const SHOWN = 'info@müller-bau.de'
const STORED = 'info@xn--mller-bau-q9a.de'

/** Parts of the address as a person may type them, in Unicode and in ASCII. */
const SEARCHES = [SHOWN, TYPED, STORED, 'müller', 'MÜLLER-BAU', 'xn--mller', 'bau.de', 'fo@müll']

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

test('a client is stored with the ASCII address, and shown and found in Unicode', async () => {
  const { db, owner } = await setUp()
  const saved = await owner.clients.save({
    name: 'Ina',
    email: TYPED,
    billing_cc: [TYPED, STORED],
  })
  expect(saved).toMatchObject({ email: SHOWN, billing_cc: [SHOWN] })
  expect(
    await db.selectFrom('clients').select(['email', 'billing_cc']).where('id', '=', saved.id).execute(),
  ).toEqual([{ email: STORED, billing_cc: STORED }])
  expect((await owner.clients.get({ id: saved.id })).email).toBe(SHOWN)
  for (const search of SEARCHES) {
    const { items } = await owner.clients.list({ search })
    expect(
      items.map(({ email }) => email),
      search,
    ).toEqual([SHOWN])
  }
  for (const query of SEARCHES.slice(0, 6)) {
    const groups = await owner.search.all({ query })
    expect(
      groups.flatMap(({ items }) => items.map(({ subtitle }) => subtitle)),
      query,
    ).toEqual([SHOWN])
  }
  const plain = await owner.clients.save({
    ...input(saved),
    email: 'ina@example.com',
    version: saved.version,
  })
  expect(plain.email).toBe('ina@example.com')
  expect((await owner.clients.list({ search: 'müller' })).items).toEqual([])
})

const input = ({ id, name }: { id: string; name: string }) => ({ id, name })

test('a contributor is stored with the ASCII address, and shown and found in Unicode', async () => {
  const { db, owner } = await setUp()
  const fields = { name: 'Ina', role: 'Developer', hourly_rate: 5000, performance_score: 90, skills: [] }
  const saved = await owner.employees.save({ ...fields, email: TYPED })
  expect(saved.email).toBe(SHOWN)
  const stored = await db.selectFrom('employees').select('email').where('id', '=', saved.id).execute()
  expect(stored).toEqual([{ email: STORED }])
  for (const search of SEARCHES) {
    const { items } = await owner.employees.list({ search })
    expect(
      items.map(({ email }) => email),
      search,
    ).toEqual([SHOWN])
  }
  for (const query of SEARCHES.slice(0, 6)) {
    const groups = await owner.search.all({ query })
    expect(
      groups.flatMap(({ items }) => items.map(({ title }) => title)),
      query,
    ).toEqual(['Ina'])
  }
})

test('a file of clients may contain either form of an address, but not both', async () => {
  const { owner } = await setUp()
  const csv = `name,email\nIna,${TYPED}\nBo,bo@example.com\nIna,${STORED}\nJo,jö@example.com`
  const { imported, problems } = await owner.clients.importCsv({ csv, dry_run: false })
  expect(imported).toBe(2)
  expect(problems.map(({ line, message }) => `${line} ${message}`).toSorted()).toEqual([
    `4 There is already a client with the email ${SHOWN}.`,
    expect.stringMatching('^5 Few mail servers'),
  ])
  expect((await owner.clients.exportCsv()).content).toContain(`Ina,${SHOWN},`)
})

test('a person signs in with either form of the address', async () => {
  const { db } = await createTestDatabase()
  const browser = openBrowser(db)
  const password = 'quiet-harbour-7'
  const account = { name: 'Ina', password, role: 'agency_admin' as const, agency_name: 'Müller Bau' }
  await (await browser.api()).auth.signUp({ ...account, email: TYPED })
  expect((await (await browser.api()).auth.session()).user?.email).toBe(SHOWN)
  expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: STORED }])
  for (const email of [TYPED, SHOWN, STORED, STORED.toUpperCase()]) {
    const other = openBrowser(db)
    await (await other.api()).auth.signIn({ email, password })
    expect((await (await other.api()).auth.session()).user?.email, email).toBe(SHOWN)
  }
})

test('addresses stored earlier are also found in Unicode', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const db = await upgradedFrom('0126-lower-letters', async (earlier) => {
    await sql`insert into clients (agency_id, id, name, email, portal_access, version, created_at, updated_at)
      values ('a', 'c', 'Ina', ${STORED}, 1, 1, ${at}, ${at}), ('a', 'd', 'Bo', 'bo@example.com', 1, 1, ${at}, ${at})`.execute(
      earlier,
    )
  })
  const rows = await db.selectFrom('clients').select(['id', 'unicode_email']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: 'c', unicode_email: SHOWN },
    { id: 'd', unicode_email: null },
  ])
  const entries = await db
    .selectFrom('search_entries')
    .select(['keywords', 'body'])
    .where('kind', '=', 'client')
    .orderBy('subject_id')
    .execute()
  expect(entries).toEqual([
    { keywords: STORED, body: SHOWN },
    { keywords: 'bo@example.com', body: '' },
  ])
})
