import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { booksByDay } from '#server/money/ledger/queries/cash.ts'
import { compareBooks } from '#server/overview/platform/checks/commands/compare-books.ts'
import { convert } from '#shared/base/amounts/exchange.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { type Caller, callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { casesHere, seedsHere } from '#tests/support/databases/random-cases.ts'
import { BUSY_YEAR, type BusyYear, liveBusyYear } from '#tests/support/money/busy-year.ts'
import {
  type AutomaticAccounts,
  DatevBooks,
  type DatevLine,
  readDatev,
} from '#tests/support/money/datev-reader.ts'
import { depositOf } from '#tests/support/money/money.ts'
import { openPortal, settleStep, settlingStep } from '#tests/support/money/settling.ts'
import { booksIn } from '#tests/support/returns.ts'
import type { World } from '#tests/support/world.ts'

/** As in the chart SKR03. */
const AUTOMATIC: AutomaticAccounts = {
  8400: { percent: 19, tax: '1776' },
  1718: { percent: 19, tax: '1776' },
  2406: { percent: 19, tax: '1776' },
  8300: { percent: 7, tax: '1771' },
  1711: { percent: 7, tax: '1771' },
  2401: { percent: 7, tax: '1771' },
}

const LAST_DAY = new Date(`${BUSY_YEAR.to}T20:00:00.000Z`)

/** In these tests, lines have the category Standard rate at both percentages. */
async function mapRates(owner: Caller): Promise<void> {
  const chart = defaultAccounts('skr03')
  const [standard] = chart.rates
  if (standard === undefined) throw new Error('no rates')
  const { version } = await owner.finance.accounts()
  await owner.finance.saveAccounts({
    ...chart,
    consultant_number: 29_098,
    client_number: 55_003,
    rates: [{ ...standard, tax_bps: 700, revenue_account: '8300' }, ...chart.rates],
    version,
  })
}

async function datev(db: Db, world: World, period: { from: string; to: string }): Promise<DatevLine[]> {
  const ctx = ctxFor(db, world.home.owner as SeedMember, LAST_DAY)
  const { content } = await openBooksFile(ctx, 'datev', { ...period, basis: 'issued', bom: false })
  return readDatev(await buffer(content))
}

const nonZero = (sums: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(sums)
      .filter(([, sum]) => sum !== 0)
      .toSorted(),
  )

const addUp = <Row>(rows: readonly Row[], keyOf: (row: Row) => string, of: (row: Row) => number) => {
  const sums: Record<string, number> = {}
  for (const row of rows) sums[keyOf(row)] = (sums[keyOf(row)] ?? 0) + of(row)
  return nonZero(sums)
}

/** Checks that bank by day, customers, advances and tax match the portal's figures. */
async function expectBalanced(db: Db, world: World, lines: DatevLine[], currencies = true): Promise<void> {
  const books = new DatevBooks(lines, AUTOMATIC)
  const ctx = ctxFor(db, world.home.owner as SeedMember, LAST_DAY)
  const owner = callerAs(db, world.home.owner, { now: LAST_DAY })

  const cash = await booksByDay(ctx, BUSY_YEAR.from, BUSY_YEAR.to)
  expect(books.byDay('1200')).toEqual(
    addUp(
      cash,
      ({ day }) => day,
      ({ direction, amount }) => (direction === 'expense' ? -amount : amount),
    ),
  )

  const clients = await db
    .selectFrom('clients')
    .select(['id', 'debtor_number'])
    .where('agency_id', '=', world.home.agencyId)
    .execute()
  const accountOf = new Map(
    clients.map(({ id, debtor_number }) => [id, String(10_000 + (debtor_number ?? 0))]),
  )
  const owed = addUp(
    (await owner.finance.aging()).clients,
    ({ client_id }) => accountOf.get(client_id ?? '') ?? '10000',
    ({ base_total }) => base_total ?? 0,
  )
  const debtors = books.accounts().filter((account) => account.length === 5)
  expect(nonZero(Object.fromEntries(debtors.map((account) => [account, books.balance(account)])))).toEqual(
    owed,
  )

  const credit = await db
    .selectFrom('ledger_entries')
    .select('base_amount')
    .where('agency_id', '=', world.home.agencyId)
    .where('direction', '=', 'liability')
    .execute()
  expect(books.balance('1710')).toBe(-credit.reduce((sum, row) => sum + (row.base_amount ?? 0), 0) + 0)

  const report = await owner.finance.taxReport({ ...BUSY_YEAR, basis: 'issued' })
  const taxAt = (bps: number) =>
    report.output.filter((row) => row.tax_bps === bps).reduce((sum, row) => sum + row.tax, 0)
  const netAt = (bps: number) =>
    report.output.filter((row) => row.tax_bps === bps).reduce((sum, row) => sum + row.net, 0)
  expect(books.balance('1776')).toBe(-taxAt(1900) + 0)
  expect(books.balance('1771')).toBe(-taxAt(700) + 0)
  expect(books.balance('8400') + books.balance('2406')).toBe(-netAt(1900) + 0)
  expect(books.balance('8300') + books.balance('2401')).toBe(-netAt(700) + 0)
  expect(books.balance('1570')).toBe(report.input_total.tax)
  if (!currencies) expect(books.balance('2660') + books.balance('2150')).toBe(0)
}

const MONTHS = Array.from({ length: 12 }, (_, index) => {
  const month = String(index + 1).padStart(2, '0')
  return { from: `2026-${month}-01`, to: `2026-${month}-${new Date(2026, index + 1, 0).getDate()}` }
})

/** The movements in the ledger by currency and day. */
async function ledgerCash({ db, world }: BusyYear): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('agency_id', '=', world.home.agencyId)
    .where('direction', '!=', 'write_off')
    .execute()
  return addUp(
    rows.filter((row) => row.payment_id !== null || row.direction === 'expense'),
    ({ currency, occurred_on }) => `${currency} ${occurred_on}`,
    ({ direction, amount }) => (direction === 'expense' ? -amount : amount),
  )
}

test.for(seedsHere(7, 20_260_101))(
  'a year of DATEV files balances with bank, customers, credit, and taxes, seed %i',
  async (seed) => {
    const year = await liveBusyYear(seed)
    const { db, world } = year
    expect(await ledgerCash(year)).toEqual(nonZero(Object.fromEntries(year.cash)))
    expect(await compareBooks(ctxFor(testServices(db, { now: LAST_DAY }), null, LAST_DAY))).toBe(0)
    await mapRates(callerAs(db, world.home.owner, { now: LAST_DAY }))
    const lines = (await Promise.all(MONTHS.map((month) => datev(db, world, month)))).flat()
    await expectBalanced(db, world, lines)
    const whole = await datev(db, world, BUSY_YEAR)
    const key = (line: DatevLine) => JSON.stringify(line)
    expect(whole.map(key).toSorted()).toEqual(lines.map(key).toSorted())

    const books = new DatevBooks(lines, AUTOMATIC)
    for (const account of ['1200', '1710', '2660', '2150', '2406', '2309', '4970', '8700', '8200', '3100'])
      expect(books.accounts()).toContain(account)
  },
)

test('any payments, refunds, credits and write-offs leave a DATEV file that balances', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(settlingStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const portal = await openPortal()
      await mapRates(portal.owner)
      for (const step of steps) await settleStep(portal, step)
      await expectBalanced(portal.db, portal.world, await datev(portal.db, portal.world, BUSY_YEAR))
    }),
    { numRuns: casesHere(8) },
  )
})

test.each([
  [1900, 957_41, 375_76],
  [0, 100_00, 1_674_76],
])('crediting part of an invoice of three projects loses no cent, at %i', async (tax_bps, paid, credited) => {
  const { db, owner, world, clientId } = await openPortal()
  await mapRates(owner)
  const { name: client } = world.home.client
  const projects = await Promise.all(
    ['Website', 'Shop', 'App'].map((name) => owner.projects.create({ name, category: 'design', client })),
  )
  const { id } = await owner.invoices.save({
    client_id: clientId,
    title: 'Work',
    due_date: '2026-04-03',
    currency: 'EUR',
    booking_rate: '0.9137',
    items: [841_20, 481_36, 456_72].map((rate, index) => ({
      ...{ description: 'Work', quantity: 1, rate, tax_bps, project_id: projects[index]?.id },
    })),
  })
  await owner.invoices.send({ id })
  const form = { invoice_id: id, method: 'bank', request_id: crypto.randomUUID() } as const
  await owner.payments.recordManual({ ...form, amount: paid })
  await owner.invoices.credit({ id, amount: credited, reason: 'Less' })
  await expectBalanced(db, world, await datev(db, world, BUSY_YEAR))
  const entries = db.selectFrom('ledger_entries').select(['base_amount', 'occurred_on'])
  const income = await entries.where('invoice_id', '=', id).execute()
  const booked = income.reduce((sum, { base_amount }) => sum + (base_amount ?? 0), 0)
  expect(booked).toBe(convert(paid, 'EUR', 'USD', '0.9137'))
})

test('a percentage that no account covers is refused until it is mapped, before the file is created', async () => {
  const { db, owner, world } = await openPortal()
  const { version } = await owner.finance.accounts()
  const accounts = { ...defaultAccounts('skr03'), consultant_number: 29_098, client_number: 55_003 }
  const saved = await owner.finance.saveAccounts({ ...accounts, version })
  expect(saved.unmapped_rates).toEqual([{ kind: 'standard', tax_bps: 700 }])
  await expect(datev(db, world, BUSY_YEAR)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message:
      'DATEV needs a revenue account for Standard rate 7%. Enter it in Accounts & Finance › Export › Account numbers.',
    details: { reason: 'rate_unmapped' },
  })
  // Nothing was issued before, so nothing needs an account.
  expect(await datev(db, world, { from: '2026-01-01', to: '2026-01-31' })).toEqual([])
  const [standard] = accounts.rates
  const mapTo = async (revenue_account: string) => {
    const row = { ...(standard ?? fail()), tax_bps: 700, revenue_account }
    const current = await owner.finance.accounts()
    const rates = [row, ...accounts.rates]
    return owner.finance.saveAccounts({ ...accounts, rates, version: current.version })
  }
  // DATEV would tax this account at 19 %.
  expect((await mapTo('8400')).unmapped_rates).toHaveLength(1)
  expect((await mapTo('8310')).unmapped_rates).toEqual([])
  const books = new DatevBooks(await datev(db, world, BUSY_YEAR), {
    ...AUTOMATIC,
    8310: { percent: 7, tax: '1771' },
  })
  expect(books.balance('8310')).toBeLessThan(0)
})

function fail(): never {
  throw new Error('no rates')
}

test('a loss and its recovery are posted gross, on the account that computes the tax', async () => {
  const { db, world, ownerOn, send } = await booksIn('DE', 'EUR')
  await mapRates(ownerOn('2026-03-02'))
  const id = await send('2026-03-02', { country: 'DE' }, AT_BOTH_RATES)
  await ownerOn('2026-03-04').invoices.writeOff({ id, reason: 'Insolvent' })
  await ownerOn('2026-03-09').invoices.undoWriteOff({ id })
  const lines = await datev(db, world, { from: '2026-03-03', to: '2026-03-31' })
  expect(lines.map(({ contra, amount, debit }) => [contra, debit ? amount : -amount])).toEqual([
    ['2406', -119_00],
    ['2401', -107_00],
    ['2406', 119_00],
    ['2401', 107_00],
  ])
})

const AT_BOTH_RATES = {
  items: [
    { description: 'Design', quantity: 1, rate: 100_00, tax_bps: 1900 },
    { description: 'Print', quantity: 1, rate: 100_00, tax_bps: 700 },
  ],
}

test.each([
  ['known', true],
  ['entered later', false],
])('removed credit takes its gains and losses back from their accounts, at a rate %s', async (_, isKnown) => {
  const { db, world, ownerOn, send } = await booksIn('DE', 'EUR')
  await mapRates(ownerOn('2026-03-02'))
  const rates = ['2026-03-13', '2026-03-23', '2026-04-01'].map((quoted_on) => ({
    ...{ quoted_on, currency: 'USD', per_euro: '1.1' },
  }))
  if (isKnown) await callerAs(db, world.admin).platform.importExchangeRates({ rates })
  const postings = async (month: string) => {
    const lines = await datev(db, world, { from: `2026-${month}-01`, to: `2026-${month}-30` })
    return new DatevBooks(lines, AUTOMATIC)
  }
  // On different days: how cents are rounded depends on the order.
  for (const [day, booking_rate] of [
    ['1', '0.95'],
    ['2', '0.85'],
  ]) {
    await ownerOn(`2026-03-${day}4`).payments.recordManual(
      depositOf(world.home.client.clientId, 100_00, 'USD'),
    )
    const items = [{ description: 'Design', quantity: 1, rate: 100_00, tax_bps: 1900 }]
    const id = await send(`2026-03-${day}5`, {}, { currency: 'USD', booking_rate, items })
    await ownerOn(`2026-03-${day}6`).invoices.applyCredit({ id, amount: 40_00 })
    await ownerOn(`2026-03-${day}7`).invoices.applyCredit({ id, amount: 60_00 })
    await ownerOn(`2026-04-0${day}`).invoices.removeCredit({ id })
  }
  if (!isKnown)
    await ownerOn('2026-04-10').invoices.enterRate({ currency: 'USD', rate: '0.9091', confirm_period: false })
  const [applied, removed] = [await postings('03'), await postings('04')]
  expect([applied.balance('2660'), applied.balance('2150')]).toEqual([-5_91, 4_09])
  expect([removed.balance('2660'), removed.balance('2150')]).toEqual([5_91, -4_09])
  const owner = ownerOn('2026-04-30')
  const { table } = await owner.finance.taxReturn({
    kind: 'exchange-differences',
    from: '2026-01-01',
    to: '2026-12-31',
  })
  expect(table?.lines).toMatchObject([{ cells: ['USD', 0, 0, 0] }])
})

test('a missing exchange rate is reported instead of leaving the file unbalanced', async () => {
  const { db, owner, world } = await openPortal()
  await mapRates(owner)
  await db.updateTable('invoices').set({ booking_rate: null }).where('currency', '=', 'JPY').execute()
  await expect(datev(db, world, BUSY_YEAR)).rejects.toThrow(
    'Enter the exchange rate of JPY in Accounts & Finance first.',
  )
})

/** A seller in Germany. */
const PROFILE = {
  ...{ legal_name: 'Nordlicht GmbH', address: 'Kai 1', postal_code: '20457', city: 'Hamburg', region: null },
  ...{ country: 'DE', tax_id: 'DE123456788', tax_id_valid: null, tax_id_checked_at: null },
  ...{ registration_number: null, electronic_address: null, email: null, phone: null },
  ...{ account_holder: null, iban: null, bic: null, bank_name: null, default_tax_rate_id: null },
  ...{ notes: null, footer: null, version: 1, updated_at: '2026-01-01T00:00:00.000Z' },
}

test('reverse charge has an account for the EU, other countries, the agency’s country and unknown ones', async () => {
  const { db, owner, world, clientId } = await openPortal()
  await db.updateTable('invoices').set({ status: 'void' }).execute()
  await mapRates(owner)
  await db
    .insertInto('billing_profiles')
    .values({ agency_id: world.home.agencyId, ...PROFILE })
    .execute()
  const id = crypto.randomUUID()
  const stamp = '2026-01-01T00:00:00.000Z'
  await db
    .insertInto('tax_rates')
    .values({
      ...{ agency_id: world.home.agencyId, id, name: 'Reverse charge', bps: 0, note: null, version: 1 },
      ...{ category: 'reverse_charge', archived_at: null, created_at: stamp, updated_at: stamp },
    })
    .execute()
  for (const [country, tax_id] of [
    ['FR', 'FR 40 303 265 045'],
    ['DE', 'DE123456788'],
    [null, 'FR 40 303 265 045'],
    [null, 'DE123456788'],
    ['FR', null],
    ['CH', 'CHE-123.456.789'],
    ['GB', 'GB123456789'],
    [null, 'CHE-123.456.789'],
    [null, null],
  ] as const) {
    await db.updateTable('clients').set({ country, tax_id }).where('id', '=', clientId).execute()
    const invoice = await owner.invoices.save({
      client_id: clientId,
      title: 'Work',
      due_date: '2026-04-03',
      items: [{ description: 'Work', quantity: 1, rate: 100_00, tax_bps: 0, tax_rate_id: id }],
    })
    await owner.invoices.send({ id: invoice.id })
  }
  const lines = await datev(db, world, BUSY_YEAR)
  expect(lines.map(({ contra, vatId }) => [contra, vatId])).toEqual([
    ['8336', 'FR40303265045'],
    ['8337', ''],
    ['8336', 'FR40303265045'],
    ['8337', ''],
    ['8336', ''],
    ['8338', ''],
    ['8338', ''],
    ['8200', ''],
    ['8200', ''],
  ])
})
