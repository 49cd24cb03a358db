import { expect, test } from 'vitest'
import { toBankCsv, toCamt, toMt940, toOfx } from '#tests/support/money/bank/bank-files.ts'
import {
  importFile,
  ledgerRows,
  ledgerSums,
  lineOf,
  PAYER,
  setUpBank,
  statementOf,
} from '#tests/support/money/bank/bank-import.ts'
import { refundForm } from '#tests/support/money/money.ts'
import { addCoOwner } from '#tests/support/world.ts'

type Bank = Awaited<ReturnType<typeof setUpBank>>

/** Two invoices paid, one with a surplus, an expense by rule, a payout and an unknown line. */
async function linesFor({ owner, world, invoices }: Bank) {
  await owner.bank.saveRule({ field: 'text', contains: 'hosting', category: 'hosting' })
  await owner.payouts.create({
    employee_id: world.home.employee.employeeId,
    description: 'February',
    amount: 45_000,
  })
  return statementOf([
    lineOf(360_000, `${invoices[0].number} thanks`),
    lineOf(360_000, `Invoice no. ${invoices[1].number}`, { name: 'Home Client' }),
    lineOf(-1900, 'Hosting March', { name: 'Server Ltd', iban: PAYER }),
    lineOf(-45_000, 'February', { name: 'Home Employee' }),
    lineOf(77, 'Nobody knows'),
  ])
}

test('the same statement in four formats results in the same books', async () => {
  const books: Record<string, string[]> = {}
  for (const [format, render] of Object.entries({
    camt: (statement: ReturnType<typeof statementOf>) => toCamt([statement]),
    mt940: (statement: ReturnType<typeof statementOf>) => toMt940([statement]),
    ofx: (statement: ReturnType<typeof statementOf>) => toOfx([statement], 1),
    csv: (statement: ReturnType<typeof statementOf>) => toBankCsv(statement),
  })) {
    const bank = await setUpBank()
    const statement = await linesFor(bank)
    const { id } = await bank.owner.bank.saveAccount({
      name: 'Main',
      number: statement.account,
      currency: 'USD',
    })
    await bank.importing(render(statement), { account_id: id })
    expect(await bank.owner.bank.acceptCertain({})).toEqual({ accepted: 4, refused: [], more: false })
    expect(await bank.openLines()).toMatchObject([{ text: 'Nobody knows' }])
    expect(await ledgerSums(bank.db)).toEqual({ income: 720_000, expense: 46_900 })
    books[format] = await ledgerRows(bank.db)
  }
  expect(books.mt940).toEqual(books.camt)
  expect(books.ofx).toEqual(books.camt)
  expect(books.csv).toEqual(books.camt)
})

test("a deposit pays an advance invoice and is taxed on the bank's date", async () => {
  const { importing, openLines, owner, clientId, db, world } = await setUpBank()
  await importing(toCamt([statementOf([lineOf(11_900, 'Deposit')])]))
  const { id = '', version = 0 } = (await openLines())[0] ?? {}
  const accept = (client_id: string, tax: object = {}) =>
    owner.bank.accept({
      ...{ id, version },
      parts: [{ kind: 'deposit', client_id, amount: 11_900, advance: { tax_bps: 1900, ...tax } }],
    })
  await expect(accept(clientId, { tax_rate_id: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(accept(world.foreign.client.clientId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await ledgerSums(db)).toEqual({})
  await accept(clientId)
  const sent = (await owner.invoices.list({ client_id: clientId })).items
  const advance = sent.find(({ stage }) => stage === 'advance')
  expect(advance).toMatchObject({ amount: 11_900, amount_due: 0, status: 'paid' })
  const income = db.selectFrom('ledger_entries').select(['occurred_on', 'amount', 'tax'])
  expect(await income.where('direction', '=', 'income').execute()).toEqual([
    { occurred_on: '2026-03-02', amount: 11_900, tax: 1_900 },
  ])

  await expect(owner.bank.undo({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await owner.invoices.removeCredit({ id: advance?.id ?? '' })
  await owner.bank.undo({ id })
  expect(await ledgerSums(db)).toEqual({})
  expect(await openLines()).toMatchObject([{ id }])
})

test('tax paid to the tax office and refunded by it is neither a cost nor income', async () => {
  const { importing, openLines, owner, db } = await setUpBank()
  const office = { name: 'Tax office', iban: 'DE75512108001245126199' }
  await owner.bank.saveRule({ field: 'party', contains: 'tax office', category: 'tax_payments' })
  const before = await owner.finance.taxReport({})
  await importing(
    toCamt([statementOf([lineOf(-50_000, 'VAT February', office), lineOf(8000, 'VAT', office)])]),
  )
  const lines = await openLines()
  const parts = lines.map(({ suggestions }) => suggestions[0]?.parts[0])
  expect(parts).toContainEqual(
    expect.objectContaining({ kind: 'expense', category: 'tax_refunds', amount: 8000 }),
  )
  expect(parts).toContainEqual(
    expect.objectContaining({ kind: 'expense', category: 'tax_payments', amount: 50_000 }),
  )
  expect(await owner.bank.acceptCertain({})).toMatchObject({ accepted: 2, refused: [] })

  expect(await ledgerSums(db)).toEqual({ liability: -42_000 })
  const { current, expenses_by_category, months } = await owner.finance.summary({})
  expect(current).toMatchObject({ revenue: 0, expenses: 0, net: 0, input_tax: 0, tax_paid: 42_000 })
  expect(expenses_by_category).toEqual([])
  expect(months).toMatchObject([{ expenses: 0, revenue: 0 }])
  const report = await owner.finance.taxReport({})
  expect(report).toEqual({ ...before, paid: 42_000, unpaid: before.unpaid - 42_000 })
  const [account] = await owner.bank.accounts()
  const balance = { difference: 0, changed: { count: 0 }, unlinked: { count: 0 } }
  expect(await owner.bank.balance({ account_id: account?.id ?? '' })).toMatchObject(balance)

  for (const { id } of lines) await owner.bank.undo({ id })
  expect(await ledgerSums(db)).toEqual({})
})

test('a line is matched as tax in its direction only', async () => {
  const { importing, openLines, owner } = await setUpBank()
  await importing(toCamt([statementOf([lineOf(8000, 'VAT refund')])]))
  const { id = '', version = 0 } = (await openLines())[0] ?? {}
  const accept = (category: 'tax_payments' | 'tax_refunds') =>
    owner.bank.accept({
      id,
      version,
      parts: [{ kind: 'expense', category, amount: 8000, description: 'VAT' }],
    })
  await expect(accept('tax_payments')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await accept('tax_refunds')).toMatchObject({ matches: [{ label: 'Expense “VAT”', amount: 8000 }] })
})

test('twenty concurrent accepts of one line book it once', async () => {
  const bank = await setUpBank()
  await bank.importing(toCamt([statementOf([lineOf(360_000, bank.invoices[0].number)])]))
  const [line] = await bank.openLines()
  const { id, version, suggestions } = line ?? { id: '', version: 0, suggestions: [] }
  const parts = suggestions[0]?.parts ?? []
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => bank.owner.bank.accept({ id, version, parts })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'CONFLICT' })
  }
  expect(await ledgerSums(bank.db)).toEqual({ income: 360_000 })
  const undone = await Promise.allSettled(Array.from({ length: 20 }, () => bank.owner.bank.undo({ id })))
  expect(undone.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await ledgerSums(bank.db)).toEqual({})
})

test('concurrent imports of one file by all owners add its account and its lines once', async () => {
  const bank = await setUpBank()
  const { home } = bank.world
  const others = ['Olga', 'Otto', 'Omar', 'Oda'].map((name) => addCoOwner(bank.db, home.agencyId, name))
  const file = toCamt([statementOf([lineOf(5000, 'One'), lineOf(-700, 'Two')])])
  const owners = [home.owner, ...(await Promise.all(others))]
  const answers = await Promise.all([...owners, ...owners].map((person) => importFile(bank.db, person, file)))
  expect(answers.reduce((sum, { statements }) => sum + (statements[0]?.added ?? 0), 0)).toBe(2)
  expect(await bank.owner.bank.accounts()).toHaveLength(1)
  expect(await bank.openLines()).toHaveLength(2)
})

test('two concurrent bulk accepts book each line once', async () => {
  const bank = await setUpBank()
  await bank.importing(toCamt([await linesFor(bank)]))
  const both = await Promise.all([bank.owner.bank.acceptCertain({}), bank.owner.bank.acceptCertain({})])
  expect(both.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(4)
  expect(await ledgerSums(bank.db)).toEqual({ income: 720_000, expense: 46_900 })
})

test('a line whose invoice has already been paid stays open', async () => {
  const bank = await setUpBank()
  await bank.importing(toCamt([statementOf([lineOf(360_000, bank.invoices[0].number)])]))
  const [line] = await bank.openLines()
  const { id, version, suggestions } = line ?? { id: '', version: 0, suggestions: [] }
  await bank.owner.invoices.void({ id: bank.invoices[0].id })
  await expect(
    bank.owner.bank.accept({ id, version, parts: suggestions[0]?.parts ?? [] }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await bank.openLines()).toMatchObject([{ id, version }])
})

test('the balance explains differences from the books, and shows none once all lines are done', async () => {
  const bank = await setUpBank()
  const statement = await linesFor(bank)
  await bank.importing(toCamt([statement]))
  const [account] = await bank.owner.bank.accounts()
  const account_id = account?.id ?? ''
  const balance = () => bank.owner.bank.balance({ account_id })
  const closing = 1_000_000 + 720_000 - 1900 - 45_000 + 77
  expect(await balance()).toMatchObject({
    opening: 1_000_000,
    closing,
    books: 1_000_000,
    difference: closing - 1_000_000,
    open: { amount: closing - 1_000_000, count: 5 },
    missing: 0,
  })
  await bank.owner.bank.acceptCertain({})
  expect(await balance()).toMatchObject({
    books: closing - 77,
    difference: 77,
    open: { amount: 77, count: 1, items: [{ text: 'Some Bank Customer', amount: 77 }] },
  })
  const [unknown] = await bank.openLines()
  await bank.owner.bank.setIgnored({ id: unknown?.id ?? '', ignored: true })
  expect(await balance()).toMatchObject({
    difference: 77,
    ignored: { amount: 77, count: 1 },
    open: { count: 0 },
  })
  await bank.owner.finance.saveExpense({
    category: 'office',
    description: 'Chairs',
    amount: 5000,
    spent_on: '2026-03-02',
  })
  expect(await balance()).toMatchObject({
    difference: 5077,
    unlinked: { amount: 5000, count: 1, items: [{ text: 'Chairs' }] },
  })
})

test('the balance shows entries that changed after their line was matched', async () => {
  const bank = await setUpBank()
  await bank.importing(toCamt([statementOf([lineOf(360_000, bank.invoices[0].number)])]))
  await bank.owner.bank.acceptCertain({})
  const [payment] = (await bank.owner.payments.list({})).items
  const form = { reason: 'Mistake', amount: 60_000, request_id: crypto.randomUUID() }
  await bank.owner.payments.refund({ id: payment?.id ?? '', ...form })
  const [account] = await bank.owner.bank.accounts()
  expect(await bank.owner.bank.balance({ account_id: account?.id ?? '' })).toMatchObject({
    difference: 60_000,
    changed: { amount: 60_000, count: 1 },
    unlinked: { count: 0 },
  })
})

test('a missing statement is shown as a separate difference', async () => {
  const bank = await setUpBank()
  await bank.importing(toCamt([statementOf([lineOf(100, 'One')])]))
  const later = { from: '2026-03-10', to: '2026-03-11', opening: 1_000_500 }
  await bank.importing(toCamt([statementOf([lineOf(200, 'Two', { day: '2026-03-10' })], later)]))
  const [account] = await bank.owner.bank.accounts()
  expect(await bank.owner.bank.balance({ account_id: account?.id ?? '' })).toMatchObject({
    opening: 1_000_000,
    closing: 1_000_700,
    missing: 400,
    open: { amount: 300 },
    difference: 700,
  })
})

test('later lines of files without balances are part of the bank’s balance', async () => {
  const bank = await setUpBank()
  await bank.importing(toCamt([statementOf([lineOf(100, 'One')])]))
  const [account] = await bank.owner.bank.accounts()
  const account_id = account?.id ?? ''
  const rows = ['2026-03-10,Three,5.00', '2026-03-12,Four,-0.50']
  const file = ['Date,Text,Amount', ...rows, ''].join('\n')
  await bank.importing(file, { account_id })
  expect(await bank.owner.bank.balance({ account_id })).toMatchObject({
    opening: 1_000_000,
    closing: 1_000_550,
    books: 1_000_000,
    difference: 550,
    open: { amount: 550, count: 3 },
    missing: 0,
  })
  // The next statement shows what is missing before it.
  const later = { from: '2026-03-20', to: '2026-03-21', opening: 1_000_500 }
  await bank.importing(toCamt([statementOf([lineOf(200, 'Five', { day: '2026-03-20' })], later)]))
  expect(await bank.owner.bank.balance({ account_id })).toMatchObject({ closing: 1_000_700, missing: -50 })
})

test('a balance requires a statement', async () => {
  const bank = await setUpBank()
  const { id } = await bank.owner.bank.saveAccount({ name: 'Main', number: '4711', currency: 'USD' })
  await expect(bank.owner.bank.balance({ account_id: id })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('undoing a match that had recovered a loss leaves what a refund made due as it is', async () => {
  const { owner, invoices, importing, openLines } = await setUpBank()
  const [{ id, number }] = invoices
  const { id: paid } = await owner.payments.recordManual({
    ...{ invoice_id: id, amount: 100_000, method: 'cash', request_id: crypto.randomUUID() },
  })
  await owner.invoices.writeOff({ id, reason: 'Insolvent' })
  await importing(toCamt([statementOf([lineOf(40_000, number)])]))
  const [line] = await openLines()
  const parts = line?.suggestions[0]?.parts ?? []
  await owner.bank.accept({ id: line?.id ?? '', version: line?.version ?? 0, parts })
  await owner.payments.refund({ id: paid, ...refundForm(30_000) })
  const refunded = { amount_due: 30_000, reopened: 30_000 }
  expect(await owner.invoices.get({ id })).toMatchObject({ ...refunded, amount_written_off: 220_000 })
  await owner.bank.undo({ id: line?.id ?? '' })
  expect(await owner.invoices.get({ id })).toMatchObject({ ...refunded, amount_written_off: 260_000 })
})
