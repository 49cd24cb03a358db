import { beforeEach, expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { openBooksFile } from '#server/money/ledger/exports/queries/books-files.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import type { BooksFile } from '#shared/money/ledger/books.ts'
import { type Caller, callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { DatevBooks, readDatev } from '#tests/support/money/datev-reader.ts'
import { postQuickbooks, readTable, reconcileXero } from '#tests/support/money/program-reader.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World
let owner: Caller

/**
 * Work of 3,000.00 at 19% and 400.00 at 7%. Of two advance invoices at 19%, 1,190.00 was paid in full and 595.00 up to
 * 238.00; the final invoice asks for 2,570.00 and cancels the unpaid 357.00.
 */
beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  owner = callerAs(db, world.home.owner)
  const advance_ids = [await sendAdvance(1000_00, 1190_00), await sendAdvance(500_00, 238_00)]
  const { id } = await owner.invoices.save({
    ...{ client_id: world.home.client.clientId, title: 'Shop', due_date: '2026-04-03' },
    ...{ stage: 'final', advance_ids },
    items: [
      { description: 'Work', quantity: 1, rate: 3000_00, tax_bps: 1900 },
      { description: 'Books', quantity: 1, rate: 400_00, tax_bps: 700 },
    ],
  })
  await owner.invoices.send({ id })
})

async function sendAdvance(rate: number, paid: number): Promise<string> {
  const { id } = await owner.invoices.save({
    ...{ client_id: world.home.client.clientId, title: 'Shop', due_date: '2026-03-20', stage: 'advance' },
    items: [{ description: 'In advance', quantity: 1, rate, tax_bps: 1900 }],
  })
  await owner.invoices.send({ id })
  const payment = { invoice_id: id, amount: paid, method: 'bank', request_id: crypto.randomUUID() } as const
  await owner.payments.recordManual(payment)
  return id
}

async function fileOf(file: BooksFile): Promise<Buffer> {
  const march = { from: '2026-03-01', to: '2026-03-31', basis: 'issued', bom: false } as const
  const { content } = await openBooksFile(ctxFor(db, world.home.owner as SeedMember), file, march)
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const tableOf = async (file: BooksFile) => readTable(String(await fileOf(file)))
const FINAL = 'INV-1003'

test('the aging report includes the remaining amount once', async () => {
  expect(await owner.finance.ageing()).toMatchObject({
    clients: [{ currency: 'USD', not_due: 2570_00, total: 2570_00, base_total: 2570_00 }],
    in_base: { total: 2570_00 },
  })
  expect(await tableOf('ageing')).toMatchObject([{ not_due: '2570', total: '2570', base_total: '2570' }])
})

test('DATEV shows all of the work as sales with tax, and the amounts received at the bank', async () => {
  const chart = defaultAccounts('skr03')
  const [standard] = chart.rates
  if (standard === undefined) throw new Error('no rates')
  await owner.finance.saveAccounts({
    ...{ ...chart, consultant_number: 29_098, client_number: 55_003, version: 0 },
    rates: [{ ...standard, tax_bps: 700, revenue_account: '8300' }, ...chart.rates],
  })
  const lines = readDatev(await fileOf('datev'))
  const posted = lines.filter(({ document }) => document === FINAL || document === 'CN-1001')
  expect(
    posted.map(({ document, amount, debit, contra }) => [document, amount, debit, contra]).toSorted(),
  ).toEqual([
    ['CN-1001', 357_00, false, '8400'],
    [FINAL, 2142_00, true, '8400'],
    [FINAL, 428_00, true, '8300'],
  ])
  const books = new DatevBooks(lines, {
    8400: { percent: 19, tax: '1776' },
    8300: { percent: 7, tax: '1771' },
  })
  const balances = ['8400', '1776', '8300', '1771', '10001', '1200'].map((account) => books.balance(account))
  expect(balances).toEqual([-3000_00, -570_00, -400_00, -28_00, 2570_00, 1428_00])
})

test('Xero has a negative line for each deduction and reconciles to the remaining amount', async () => {
  const rows = (await tableOf('xero')).filter((row) => row['*InvoiceNumber'] === FINAL)
  expect(rows.map((row) => [row['*Quantity'], row['*UnitAmount'], row.TaxAmount, row.Total])).toEqual([
    ['1', '3000', '570', '2570'],
    ['1', '400', '28', '2570'],
    ['1', '-1000', '-190', '2570'],
    ['1', '-200', '-38', '2570'],
  ])
  const [documents, bank, credit] = await Promise.all(
    (['xero', 'xero-payments', 'xero-credit'] as const).map(async (file) => String(await fileOf(file))),
  )
  const { open } = reconcileXero({
    documents: [documents ?? ''],
    statements: { bank: bank ?? '', credit: credit ?? '' },
  })
  expect([...open].filter(([, amount]) => amount !== 0)).toEqual([[FINAL, 2570_00]])
})

test('QuickBooks has the same lines, and the customer owes the remaining amount', async () => {
  const rows = (await tableOf('quickbooks')).filter((row) => row['*InvoiceNo'] === FINAL)
  expect(rows.map((row) => [row.ItemQuantity, row['*ItemAmount'], row.ItemTaxAmount])).toEqual([
    ['1', '3000', '570'],
    ['1', '400', '28'],
    ['1', '-1000', '-190'],
    ['1', '-200', '-38'],
  ])
  const [invoices, journal] = await Promise.all(
    (['quickbooks', 'quickbooks-journal'] as const).map(async (file) => String(await fileOf(file))),
  )
  const { owed, unbalanced } = postQuickbooks({ invoices: invoices ?? '', bills: '', journal: journal ?? '' })
  expect(unbalanced).toEqual([])
  expect([...owed]).toEqual([['Home Company USD', 2570_00]])
})
