import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { upgradedFrom } from '#tests/support/databases/upgraded.ts'
import { readDatev } from '#tests/support/money/datev-reader.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const numberOf = async (db: Db, id: string) =>
  (await db.selectFrom('clients').select('debtor_number').where('id', '=', id).executeTakeFirstOrThrow())
    .debtor_number

async function addClient(db: Db, { home }: World, id: string): Promise<number | null> {
  const at = '2026-01-01T00:00:00.000Z'
  const names = { name: id, email: `${id}@client.test`, phone: null, company: null, address: null }
  await db
    .insertInto('clients')
    .values({
      id,
      agency_id: home.agencyId,
      ...names,
      portal_access: 0,
      version: 1,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return numberOf(db, id)
}

async function debtorsInFile(db: Db, world: World): Promise<string[]> {
  const ctx = ctxFor(db, world.home.owner as SeedMember)
  const period = { from: '2026-01-01', to: '2026-12-31' }
  const { content } = await openBooksFile(ctx, 'datev', { ...period, basis: 'issued', bom: false })
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  const lines = readDatev(Buffer.concat(chunks))
  return [...new Set(lines.flatMap(({ account, contra }) => [account, contra]))].filter((one) =>
    /^1\d{4}$/.test(one),
  )
}

test('a client keeps its account in DATEV files, and no other client gets that of a deleted one', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { version } = await owner.finance.accounts()
  const numbers = { consultant_number: 29_098, client_number: 55_003 }
  await owner.finance.saveAccounts({ ...defaultAccounts('skr03'), ...numbers, version })
  // Created before all others, so that counting by creation would move them.
  const first = await addClient(db, world, 'sample')
  const { clientId } = world.home.client
  const own = await numberOf(db, clientId)
  await sendInvoiceTo(owner, clientId)
  const before = await debtorsInFile(db, world)
  expect(before).toEqual([String(10_000 + (own ?? 0))])

  await db.deleteFrom('clients').where('id', '=', 'sample').execute()
  expect(await debtorsInFile(db, world)).toEqual(before)
  const next = await addClient(db, world, 'next')
  expect(next).toBe((first ?? 0) + 1)
  expect(await debtorsInFile(db, world)).toEqual(before)
})

test('existing clients keep the numbers of earlier files, by creation', async () => {
  const db = await upgradedFrom('0118-self-billing', async (old) => {
    for (const [id, day] of [
      ['c3', '03'],
      ['c1', '01'],
      ['c2', '01'],
    ]) {
      const at = `2026-01-${day}T00:00:00.000Z`
      await sql`insert into clients (id, agency_id, name, email, portal_access, version, created_at, updated_at)
        values (${id}, 'a', ${id}, ${`${id}@client.test`}, 0, 1, ${at}, ${at})`.execute(old)
    }
  })
  const rows = await db.selectFrom('clients').select(['id', 'debtor_number']).orderBy('id').execute()
  expect(await db.selectFrom('agencies').select('debtor_count').executeTakeFirst()).toEqual({
    debtor_count: 3,
  })
  expect(rows.map(({ id, debtor_number }) => [id, Number(debtor_number)])).toEqual([
    ['c1', 1],
    ['c2', 2],
    ['c3', 3],
  ])
})
