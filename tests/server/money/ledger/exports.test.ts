import { beforeEach, expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { fiscalYearOf } from '#server/money/ledger/datev/queries/datev-layout.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { quickbooksName, quickbooksNumber } from '#server/money/ledger/exports/queries/quickbooks-layout.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { BOOKS_FILES, type BooksFile } from '#shared/money/ledger/books.ts'
import type { StoredAccounts } from '#shared/money/ledger/schemas/books.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { refundForm } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = () => callerAs(db, world.home.owner)

async function send(content: Partial<InvoiceSaveInput> = {}): Promise<string> {
  const { id } = await asOwner().invoices.save({
    client_id: world.home.client.clientId,
    title: 'Relaunch',
    due_date: '2026-04-03',
    items: [{ description: 'Work', quantity: 1, rate: 100_00, tax_bps: 1900 }],
    ...content,
  })
  await asOwner().invoices.send({ id })
  return id
}

const pay = (invoiceId: string, amount: number) =>
  asOwner().payments.recordManual({
    ...{ invoice_id: invoiceId, amount, method: 'bank' },
    request_id: crypto.randomUUID(),
  })

interface Period {
  from?: string
  to?: string
  bom?: boolean
}

type Owner = World['home']['owner'] | World['foreign']['owner']

async function download(
  file: BooksFile,
  { bom = false, ...period }: Period = {},
  owner: Owner = world.home.owner,
) {
  const { name, content } = await openBooksFile(ctxFor(db, owner as SeedMember), file, {
    basis: 'issued',
    ...period,
    bom,
  })
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return { name, bytes: Buffer.concat(chunks) }
}

/** Rows keyed by the header. Fields in these tests contain no commas. */
async function rowsOf(file: BooksFile, period?: Period): Promise<Record<string, string>[]> {
  const { bytes } = await download(file, period)
  const [head = '', ...lines] = bytes.toString().trimEnd().split('\r\n')
  const columns = head.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((field, index) => [columns[index], field])),
  )
}

test('invoice, line, payment and journal exports contain net, tax and base as plain numbers', async () => {
  const id = await send()
  await pay(id, 59_50)
  await asOwner().invoices.credit({ id, amount: 11_90, reason: 'Late' })
  await send({
    currency: 'EUR',
    booking_rate: '1.1',
    items: [{ description: '=1+1', quantity: 2, rate: 50_00 }],
  })
  expect(await rowsOf('invoices')).toMatchObject([
    {
      number: 'INV-1001',
      currency: 'USD',
      net: '100',
      tax: '19',
      total: '119',
      paid: '59.5',
      credited: '11.9',
      due: '47.6',
    },
    { number: 'INV-1002', net: '100', booking_rate: '1.1', base_currency: 'USD', base_total: '110' },
    {
      number: 'CN-1001',
      kind: 'credit_note',
      credited_invoice: 'INV-1001',
      net: '-10',
      tax: '-1.9',
      total: '-11.9',
    },
  ])
  expect(await rowsOf('invoice-lines')).toMatchObject([
    { number: 'INV-1001', tax_percent: '19', tax_category: 'standard', gross: '119' },
    // Text is never interpreted as a formula, and amounts stay numbers.
    { number: 'INV-1002', description: "'=1+1", quantity: '2', rate: '50', net: '100' },
    { number: 'CN-1001', net: '-10' },
  ])
  expect(await rowsOf('payments')).toMatchObject([
    { date: '2026-03-04', invoice: 'INV-1001', amount: '59.5' },
  ])
  expect(await rowsOf('journal')).toMatchObject([
    { date: '2026-03-04', amount: '59.5', net: '50', tax: '9.5', base_net: '50', invoice: 'INV-1001' },
  ])
  expect(await rowsOf('taxes')).toHaveLength(4)
  expect(await rowsOf('ageing')).toMatchObject([
    { currency: 'EUR', not_due: '100', total: '100', base_total: '110' },
    { currency: 'USD', total: '47.6', base_total: '47.6' },
  ])
})

test('a refund is a separate row and changes none of the earlier payments', async () => {
  const { id } = await pay(await send(), 119_00)
  const before = await rowsOf('payments')
  expect(before).toMatchObject([{ kind: 'payment', invoice: 'INV-1001', amount: '119' }])
  await asOwner().payments.refund({ id, ...refundForm(50_00) })
  const after = await rowsOf('payments')
  expect(after.filter(({ kind }) => kind === 'payment')).toEqual(before)
  expect(after.filter(({ kind }) => kind === 'refund')).toMatchObject([
    { date: '2026-03-04', invoice: 'INV-1001', amount: '-50', receipt: before[0]?.receipt },
  ])
  await callerAs(db, world.home.owner, { now: new Date('2026-03-05T10:00:00Z') }).payments.reverse({ id })
  const kinds = (await rowsOf('payments')).map(({ kind, amount }) => `${kind} ${amount}`)
  expect(kinds.toSorted()).toEqual(['payment 119', 'refund -50', 'reversal -69'])
  const rate = { tax_bps: 1900, tax_name: null, tax_category: 'standard' } as const
  const { items } = await asOwner().finance.taxDocuments({ ...rate, basis: 'paid' })
  const taxed = items.map(({ kind, net, tax }) => `${kind} ${net + tax}`)
  expect(taxed.toSorted()).toEqual(['payment 11900', 'refund -5000', 'reversal -6900'])
})

test('a payment for more than one project is one row, and one line of the statement', async () => {
  const projects = await Promise.all(
    ['Site', 'App'].map((name) =>
      asOwner().projects.create({ name, category: 'design', client: world.home.client.name }),
    ),
  )
  const id = await send({
    items: projects.map((project) => ({
      description: project.name,
      project_id: project.id,
      quantity: 1,
      rate: 100_00,
    })),
  })
  const paid = await pay(id, 200_00)
  expect(await rowsOf('journal')).toHaveLength(2)
  expect(await rowsOf('payments')).toMatchObject([{ kind: 'payment', invoice: 'INV-1001', amount: '200' }])
  expect(await rowsOf('xero-payments')).toMatchObject([{ '*Amount': '200', Reference: 'INV-1001' }])
  await asOwner().payments.refund({ id: paid.id, ...refundForm(50_00) })
  expect((await rowsOf('payments')).map(({ amount }) => amount).toSorted()).toEqual(['-50', '200'])
  expect((await rowsOf('xero-payments')).map((row) => row['*Amount']).toSorted()).toEqual(['-50', '200'])
})

test("an export covers its period and its agency's ledger, and optionally has a byte order mark", async () => {
  await pay(await send(), 119_00)
  for (const file of BOOKS_FILES) {
    if (file === 'datev' || file === 'ageing') continue
    const lines = (of: Buffer) => of.toString().trimEnd().split('\r\n').length
    // No provider fees and no credit here; they have their own tests.
    if (!/-fees$|-credit$|^payouts$|^provider/.test(file))
      expect(lines((await download(file)).bytes)).toBeGreaterThan(1)
    expect(lines((await download(file, { from: '2026-03-05', to: '2026-03-31' })).bytes)).toBe(1)
    expect(lines((await download(file, {}, world.foreign.owner)).bytes)).toBe(1)
    const { name, bytes } = await download(file, { bom: true, from: '2026-03-01', to: '2026-03-31' })
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(name).toBe(`${file}_2026-03-01_2026-03-31.csv`)
  }
})

async function enterAccounts(changes: Partial<StoredAccounts> = {}): Promise<void> {
  const { version } = await asOwner().finance.accounts()
  await asOwner().finance.saveAccounts({
    ...defaultAccounts('skr03'),
    consultant_number: 29_098,
    client_number: 55_003,
    version,
    ...changes,
  })
}

const MARCH = { from: '2026-03-01', to: '2026-03-31' }

test('a DATEV file has the published header, 125 columns, Windows-1252, commas and CRLF', async () => {
  await enterAccounts()
  const { id, version, name, email } = await asOwner().clients.get({ id: world.home.client.clientId })
  await asOwner().clients.save({ id, version, name, email, company: 'Müller “Söhne” 株' })
  const invoice = await send({
    items: [
      { description: 'Work', quantity: 1, rate: 100_00, tax_bps: 1900 },
      { description: 'Fee', quantity: 1, rate: 1234_56 },
    ],
  })
  await pay(invoice, 500_00)
  await asOwner().invoices.credit({ id: invoice, amount: 11_90, reason: 'Late' })
  const { name: file, bytes } = await download('datev', MARCH)
  expect(file).toBe('EXTF_Buchungsstapel_2026-03-01_2026-03-31.csv')
  const text = bytes.toString('latin1')
  expect(text.endsWith('\r\n')).toBe(true)
  const [header = '', columns = '', ...postings] = text.trimEnd().split('\r\n')
  expect(header).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20260304100000000;;"RE";"";"";29098;55003;20260101;4;20260301;20260331;' +
      '"Rechnungen und Zahlungen";"";1;0;0;"USD";;"";;;"03";;;"";""',
  )
  expect(header.split(';')).toHaveLength(31)
  const names = columns.split(';')
  expect(names).toHaveLength(125)
  expect([names[0], names[9], names[10], names[13], names[36], names[87], names[113], names[124]]).toEqual([
    'Umsatz (ohne Soll/Haben-Kz)',
    'Belegdatum',
    'Belegfeld 1',
    'Buchungstext',
    'KOST1 - Kostenstelle',
    'Stück',
    'Festschreibung',
    'Abw. Skontokonto',
  ])
  const fields = postings.map((line) => line.split(';'))
  expect(fields.every((row) => row.length === 125)).toBe(true)
  expect(fields.map((row) => [row[0], row[1], row[2], row[6], row[7], row[9], row[10]])).toEqual([
    ['119,00', '"S"', '"USD"', '10001', '8400', '0403', '"INV-1001"'],
    ['1234,56', '"S"', '"USD"', '10001', '8200', '0403', '"INV-1001"'],
    ['1,05', '"H"', '"USD"', '10001', '8400', '0403', '"CN-1001"'],
    ['10,85', '"H"', '"USD"', '10001', '8200', '0403', '"CN-1001"'],
    ['500,00', '"S"', '"USD"', '1200', '10001', '0403', '"INV-1001"'],
  ])
  for (const row of fields) {
    expect(row[0]).toMatch(/^\d{1,10},\d{2}$/)
    expect(row[13]?.length).toBeLessThanOrEqual(62)
  }
  // ü and ö are one byte each; curly quotes have their own bytes; unsupported characters become "?".
  const first = Buffer.from(fields[0]?.[13] ?? '', 'latin1')
  expect([...first.subarray(1, 9)]).toEqual([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x93])
  expect(first.includes('?')).toBe(true)
})

test('tax payments and refunds are between the bank and the tax account', async () => {
  await enterAccounts()
  const saved = { spent_on: '2026-03-03', amount: 300_00, description: 'VAT January' } as const
  await asOwner().finance.saveExpense({ ...saved, category: 'tax_payments' })
  const refund = { ...saved, category: 'tax_refunds', amount: 20_00, spent_on: '2026-03-04' } as const
  await asOwner().finance.saveExpense(refund)
  const postings = async () => {
    const lines = (await download('datev', MARCH)).bytes.toString('latin1').trimEnd().split('\r\n').slice(2)
    return lines.map((line) => [0, 1, 6, 7].map((at) => line.split(';')[at])).toSorted()
  }
  expect(await postings()).toEqual([
    ['20,00', '"S"', '1200', '1780'],
    ['300,00', '"H"', '1200', '1780'],
  ])
  await enterAccounts({ ...defaultAccounts('skr04'), consultant_number: 1001, client_number: 1 })
  expect(await postings()).toMatchObject([{ 3: '3820' }, { 3: '3820' }])
  await enterAccounts({ tax_payments_account: '1789' })
  expect(await postings()).toMatchObject([{ 3: '1789' }, { 3: '1789' }])
  await enterAccounts({ datev_expenses: false })
  expect(await postings()).toEqual([])

  expect((await rowsOf('xero-payments')).map((row) => [row.Payee, row['*Amount'], row.Reference])).toEqual([
    ['Tax office', '-300', 'Tax payment'],
    ['Tax office', '20', 'Tax refund'],
  ])
  const journal = await rowsOf('quickbooks-journal')
  expect(journal.map((row) => [row['Account Name'], row.Debits, row.Credits])).toEqual([
    ['Checking', '', '300'],
    ['Sales Tax Payable', '300', ''],
    ['Checking', '20', ''],
    ['Sales Tax Payable', '', '20'],
  ])
  expect(await rowsOf('payments')).toEqual([])
})

test('a DATEV export is rejected without numbers or a period, or across two fiscal years', async () => {
  await expect(download('datev', MARCH)).rejects.toThrow(
    'Enter the DATEV consultant and client numbers first.',
  )
  await enterAccounts({ fiscal_year_month: 7 })
  await expect(download('datev')).rejects.toThrow('Choose a period with a first and a last day.')
  await expect(download('datev', { from: '2026-06-01', to: '2026-07-01' })).rejects.toThrow('one fiscal year')
  expect(fiscalYearOf('2026-06-30', 7)).toBe('2025-07-01')
  expect(fiscalYearOf('2026-07-01', 7)).toBe('2026-07-01')
})

test('account numbers are per agency and rate, and concurrent changes conflict', async () => {
  const chart = defaultAccounts('skr04')
  await enterAccounts({
    ...chart,
    consultant_number: 1001,
    client_number: 1,
    rates: [
      {
        kind: 'standard',
        tax_bps: 1900,
        revenue_account: '4410',
        tax_account: null,
        bad_debt_account: null,
        advance_account: null,
        xero_tax_type: '19% (VAT)',
        quickbooks_tax_code: 'S',
      },
      ...chart.rates,
    ],
  })
  await send()
  const [, , posting = ''] = (await download('datev', MARCH)).bytes.toString('latin1').split('\r\n')
  expect(posting.split(';')[7]).toBe('4410')
  expect((await rowsOf('xero'))[0]).toMatchObject({ '*TaxType': '19% (VAT)' })
  await expect(asOwner().finance.saveAccounts({ ...chart, version: 0 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(asOwner().finance.saveAccounts({ ...chart, version: 1, bank_account: '12' })).rejects.toThrow(
    'Use an account number of 4 to 9 digits.',
  )
})

test("a Xero file has its template's columns, one row per line, and negative credit notes", async () => {
  const id = await send({ discount: { type: 'percent', value: 1000 } })
  await asOwner().invoices.credit({ id, amount: 10_71, reason: 'Late' })
  const { bytes } = await download('xero')
  expect(bytes.toString().split('\r\n')[0]).toBe(
    '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,' +
      'POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InventoryItemCode,*Description,' +
      '*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,' +
      'TrackingOption2,Currency,BrandingTheme',
  )
  const rows = await rowsOf('xero')
  expect(rows).toMatchObject([
    {
      '*ContactName': 'Home Company',
      '*InvoiceNumber': 'INV-1001',
      '*InvoiceDate': '04/03/2026',
      '*DueDate': '03/04/2026',
      Total: '107.1',
      '*Quantity': '1',
      '*UnitAmount': '90',
      TaxAmount: '17.1',
      '*AccountCode': '200',
      Currency: 'USD',
    },
    { '*InvoiceNumber': 'CN-1001', '*UnitAmount': '-9', TaxAmount: '-1.71', Total: '-10.71' },
  ])
  for (const row of rows) {
    for (const [column, value] of Object.entries(row)) if (column.startsWith('*')) expect(value).not.toBe('')
    expect(row['*InvoiceDate']).toMatch(/^\d{2}\/\d{2}\/\d{4}$/)
  }
})

test("a QuickBooks file has its template's columns, one row per line, and no credit notes", async () => {
  const id = await send({
    items: [{ description: 'Work', quantity: 1, rate: 119_00, tax_bps: 1900 }],
    prices_include_tax: true,
  })
  await asOwner().invoices.credit({ id, amount: 11_90, reason: 'Late' })
  const { bytes } = await download('quickbooks')
  expect(bytes.toString().split('\r\n')[0]).toBe(
    '*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,' +
      'ItemQuantity,ItemRate,*ItemAmount,*ItemTaxCode,ItemTaxAmount,Currency,Service Date',
  )
  const rows = await rowsOf('quickbooks')
  expect(rows).toMatchObject([
    { '*InvoiceNo': 'INV-1001', '*ItemAmount': '100', ItemTaxAmount: '19', '*ItemTaxCode': 'TAX' },
  ])
  for (const row of rows) {
    for (const [column, value] of Object.entries(row)) if (column.startsWith('*')) expect(value).not.toBe('')
    expect(row['*InvoiceNo']?.length).toBeLessThanOrEqual(21)
  }
})

test('numbers and names that are too long for QuickBooks stay distinct', async () => {
  const prefix = 'AGENCY-PROJECTS-2026-'
  const first = await send()
  const second = await send()
  for (const [id, number] of [
    [first, `${prefix}0001`],
    [second, `${prefix}0002`],
  ] as const)
    await db.updateTable('invoices').set({ number }).where('id', '=', id).execute()
  await pay(first, 1000)
  await pay(second, 1000)
  const numbers = (await rowsOf('quickbooks')).map((row) => row['*InvoiceNo'] ?? '')
  expect(numbers.map((number) => number.slice(5))).toEqual(['~JECTS-2026-0001', '~JECTS-2026-0002'])
  expect(new Set(numbers).size).toBe(2)
  for (const number of numbers) expect(number).toHaveLength(21)
  const near = `${'A'.repeat(120)} GmbH`
  expect(new Set([near, `${near}s`, 'A'.repeat(100)].map(quickbooksName)).size).toBe(3)
  expect(quickbooksNumber('INV-1001')).toBe('INV-1001')
})
