import { beforeEach, expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import type { BooksFile } from '#shared/money/ledger/books.ts'
import { type Caller, callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { DatevBooks, readDatev } from '#tests/support/money/datev-reader.ts'
import {
  enterOwnCodes,
  postQuickbooks,
  readTable,
  reconcileXero,
} from '#tests/support/money/program-reader.ts'
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
  expect(await owner.finance.aging()).toMatchObject({
    clients: [{ currency: 'USD', not_due: 2570_00, total: 2570_00, base_total: 2570_00 }],
    in_base: { total: 2570_00 },
  })
  expect(await tableOf('ageing')).toMatchObject([{ not_due: '2570', total: '2570', base_total: '2570' }])
})

const AUTOMATIC = {
  8400: { percent: 19, tax: '1776' },
  1718: { percent: 19, tax: '1776' },
  8300: { percent: 7, tax: '1771' },
}

/** The DATEV postings of March; those of documents as `document account amount`. */
async function datev() {
  const chart = defaultAccounts('skr03')
  const [standard] = chart.rates
  if (standard === undefined) throw new Error('no rates')
  const { version } = await owner.finance.accounts()
  await owner.finance.saveAccounts({
    ...{ ...chart, consultant_number: 29_098, client_number: 55_003, version },
    rates: [{ ...standard, tax_bps: 700, revenue_account: '8300' }, ...chart.rates],
  })
  const lines = readDatev(await fileOf('datev'))
  const books = new DatevBooks(lines, AUTOMATIC)
  const posted = lines
    .filter(({ account, contra }) => account === '10001' && contra !== '1200')
    .map(({ document, amount, debit, contra }) => `${document} ${contra} ${debit ? amount : -amount}`)
  return { posted, balances: (accounts: string[]) => accounts.map((account) => books.balance(account)) }
}

const ALL = ['8400', '1718', '1776', '8300', '1771', '10001', '1200']

test('DATEV shows advances as liabilities until the final invoice makes them sales', async () => {
  const { posted, balances } = await datev()
  expect(posted).toEqual([
    'INV-1001 1718 119000',
    'INV-1002 1718 59500',
    `${FINAL} 1718 -119000`,
    `${FINAL} 1718 -23800`,
    `${FINAL} 8400 357000`,
    `${FINAL} 8300 42800`,
    'CN-1001 1718 -35700',
  ])
  expect(balances(ALL)).toEqual([-3000_00, 0, -570_00, -400_00, -28_00, 2570_00, 1428_00])
})

test('DATEV shows the advances of a final invoice credited in full as liabilities again', async () => {
  const final = (await owner.invoices.list({})).items.find(({ number }) => number === FINAL)
  const id = final?.id ?? ''
  await owner.invoices.credit({ id, amount: 1000_00, reason: 'Late' })
  const partly = await datev()
  expect(partly.balances(['1718', '10001'])).toEqual([0, 1570_00])
  await owner.invoices.credit({ id, amount: 1570_00, reason: 'Not delivered' })
  const { balances } = await datev()
  expect(balances(ALL)).toEqual([0, -1200_00, -228_00, 0, 0, 0, 1428_00])
})

test('DATEV shows advances as sales if granted credit settled the rest of their final invoice', async () => {
  const final = (await owner.invoices.list({})).items.find(({ number }) => number === FINAL)
  const id = final?.id ?? ''
  await owner.invoices.credit({ id, amount: 1000_00, reason: 'Late' })
  const { clientId } = world.home.client
  const grant = { client_id: clientId, currency: 'USD', amount: 1570_00, reason: 'Goodwill' }
  await owner.invoices.adjustCredit(grant)
  await owner.invoices.applyCredit({ id })
  expect(await owner.invoices.get({ id })).toMatchObject({ status: 'paid', amount_credited: 2570_00 })
  const { balances } = await datev()
  expect(balances(ALL)).toEqual([-1200_00, 0, -228_00, 0, 0, 0, 1428_00])
})

test('DATEV shows the advances of a voided final invoice that granted credit settled as liabilities', async () => {
  const final = (await owner.invoices.list({})).items.find(({ number }) => number === FINAL)
  const id = final?.id ?? ''
  const { clientId } = world.home.client
  const grant = { client_id: clientId, currency: 'USD', amount: 2570_00, reason: 'Goodwill' }
  await owner.invoices.adjustCredit(grant)
  await owner.invoices.applyCredit({ id })
  const advances = (await owner.invoices.get({ id })).deductions
  await expect(owner.invoices.void({ id: advances[0]?.invoice_id ?? '' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await owner.invoices.void({ id })
  const { balances } = await datev()
  expect(balances(ALL)).toEqual([0, -1200_00, -228_00, 0, 0, 0, 1428_00])
})

test('DATEV shows an advance invoice that is written off as no longer owed, not as a loss', async () => {
  const id = await sendAdvance(100_00, 19_00)
  await owner.invoices.writeOff({ id, reason: 'Insolvent', confirm_period: true })
  const { balances } = await datev()
  expect(balances(['1718', '2406', '10001'])).toEqual([-1597, 0, 2570_00])
})

test('what settled an invoice and what is due add up to its total', async () => {
  const id = await sendAdvance(100_00, 19_00)
  const more = {
    amount: 131_00,
    keep_surplus: true,
    method: 'bank',
    request_id: crypto.randomUUID(),
  } as const
  await owner.payments.recordManual({ invoice_id: id, ...more })
  const final = (await owner.invoices.list({})).items.find(({ number }) => number === FINAL)
  await owner.invoices.applyCredit({ id: final?.id ?? '' })
  await owner.invoices.writeOff({ id: final?.id ?? '', reason: 'Insolvent' })
  await sendAdvance(50_00, 9_00)
  const rows = (await tableOf('invoices')).filter(({ kind }) => kind === 'invoice')
  const columns = ['paid', 'applied', 'credited', 'written_off', 'due', 'total'] as const
  expect(rows.map((row) => columns.map((column) => Number(row[column])))).toEqual([
    [1190, 0, 0, 0, 0, 1190],
    [238, 0, 357, 0, 0, 595],
    [0, 31, 0, 2539, 0, 2570],
    [150, -31, 0, 0, 0, 119],
    [9, 0, 0, 0, 50.5, 59.5],
  ])
})

test('DATEV leaves advances that an earlier version exported as sales, and their deduction', async () => {
  const before = async () => {
    const { posted, balances } = await datev()
    expect(balances(['8400', '1718', '1776', '10001'])).toEqual([-3000_00, 0, -570_00, 2570_00])
    return posted
  }
  await before()
  await db.updateTable('book_accounts').set({ advances_from: '2026-03-05' }).execute()
  expect(await before()).toEqual([
    'INV-1001 8400 119000',
    'INV-1002 8400 59500',
    `${FINAL} 8400 214200`,
    `${FINAL} 8300 42800`,
    'CN-1001 8400 -35700',
  ])
})

test('Xero has a negative line for each deduction and reconciles to the remaining amount', async () => {
  await enterOwnCodes(owner)
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
  await enterOwnCodes(owner)
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
