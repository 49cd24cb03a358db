import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import type { BooksFile } from '#shared/money/ledger/books.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { BUSY_YEAR, type BusyYear, liveBusyYear } from '#tests/support/money/busy-year.ts'
import {
  enterOwnCodes,
  postQuickbooks,
  readTable,
  reconcileXero,
} from '#tests/support/money/program-reader.ts'

const LAST_DAY = new Date(`${BUSY_YEAR.to}T20:00:00.000Z`)

async function file(
  { db, world }: BusyYear,
  name: BooksFile,
  owner = world.home.owner as SeedMember,
  period = BUSY_YEAR,
): Promise<string> {
  const ctx = ctxFor(db, owner, LAST_DAY)
  const { content } = await openBooksFile(ctx, name, { ...period, basis: 'issued', bom: false })
  let text = ''
  for await (const chunk of content) text += String(chunk)
  return text
}

const nonZero = (sums: Iterable<[string, number]>) =>
  Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).toSorted())

function addUp<Row>(rows: readonly Row[], keyOf: (row: Row) => string, of: (row: Row) => number) {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + of(row))
  return nonZero(sums)
}

/** The amounts due on each invoice by number, and the clients' credit, according to the portal. */
async function portalSays({ db, world }: BusyYear) {
  const invoices = await db
    .selectFrom('invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .selectAll('invoices')
    .select(['clients.name', 'clients.company'])
    .where('invoices.agency_id', '=', world.home.agencyId)
    .where('invoices.kind', '=', 'invoice')
    .where('invoices.status', 'in', ['sent', 'overdue'])
    .execute()
  const dueOf = (row: (typeof invoices)[number]) =>
    row.total - row.amount_paid - row.amount_credited - row.amount_applied - row.amount_written_off
  const credit = await db
    .selectFrom('client_credits')
    .selectAll()
    .where('agency_id', '=', world.home.agencyId)
    .execute()
  return {
    due: addUp(invoices, (row) => row.number ?? '', dueOf),
    dueByCustomer: addUp(invoices, (row) => `${row.company ?? row.name} ${row.currency}`, dueOf),
    credit: (name: string, sign: 1 | -1) =>
      addUp(
        credit,
        ({ currency }) => `${name} ${currency}`,
        ({ amount }) => sign * amount,
      ),
  }
}

const cashOf = ({ cash }: BusyYear, name: string, without: Record<string, number>) =>
  addUp(
    [...cash, ...Object.entries(without)],
    ([key]) => `${name} ${key.slice(0, 3)}`,
    ([, amount]) => amount,
  )

/** Expenses and payouts aren't in files for these programs. */
async function spent({ db, world }: BusyYear): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('agency_id', '=', world.home.agencyId)
    .where('direction', '=', 'expense')
    .where('payment_id', 'is', null)
    .where('category', 'not in', ['provider_fees', 'platform_fees'])
    .execute()
  return addUp(
    rows,
    ({ currency, occurred_on }) => `${currency} ${occurred_on} back`,
    ({ amount }) => amount,
  )
}

test('after a year, only amounts that are due stay open in Xero and QuickBooks', async () => {
  const year = await liveBusyYear(7)
  const { db, world } = year
  await enterOwnCodes(callerAs(db, world.home.owner, { now: LAST_DAY }))
  const portal = await portalSays(year)
  const ownCash = await spent(year)

  const xero = reconcileXero({
    documents: [await file(year, 'xero'), await file(year, 'xero-fees')],
    statements: { bank: await file(year, 'xero-payments'), credit: await file(year, 'xero-credit') },
  })
  expect(nonZero(xero.open)).toEqual(portal.due)
  const ofAccount = (name: string) => nonZero([...xero.balances].filter(([key]) => key.startsWith(name)))
  expect(ofAccount('bank')).toEqual(cashOf(year, 'bank', ownCash))
  // Losses are coded to a separate account; the rest is the clients' credit.
  expect(ofAccount('credit')).toEqual(portal.credit('credit', -1))

  const quickbooks = postQuickbooks({
    invoices: await file(year, 'quickbooks'),
    bills: await file(year, 'quickbooks-fees'),
    journal: await file(year, 'quickbooks-journal'),
  })
  expect(quickbooks.unbalanced).toEqual([])
  expect(nonZero(quickbooks.owed)).toEqual(portal.dueByCustomer)
  const named = (name: string) =>
    nonZero([...quickbooks.balances].filter(([key]) => key.startsWith(`${name} `)))
  expect(named('Checking')).toEqual(cashOf(year, 'Checking', ownCash))
  expect(named('Customer deposits')).toEqual(portal.credit('Customer deposits', -1))

  // Neither another agency nor another year has any rows.
  const home = world.home.owner as SeedMember
  for (const name of ['xero-payments', 'xero-credit', 'quickbooks-journal'] as const) {
    expect(readTable(await file(year, name, world.foreign.owner as SeedMember))).toEqual([])
    expect(readTable(await file(year, name, home, { from: '2025-01-01', to: '2025-12-31' }))).toEqual([])
  }
})
