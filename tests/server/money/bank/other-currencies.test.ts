import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import type { BankPart } from '#shared/money/bank/bank.ts'
import { likelyPayment } from '#shared/money/bank/differences.ts'
import { defaultAccounts } from '#shared/money/ledger/book-accounts.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { lineOf, setUpBank, statementOf } from '#tests/support/money/bank/bank-import.ts'
import { readDatev } from '#tests/support/money/datev-reader.ts'
import { depositOf, refundForm } from '#tests/support/money/money.ts'

const BOOKED_ON = '2026-03-02'
const MARCH = { from: '2026-03-01', to: '2026-03-31' }

/** A dollar account, and an invoice of 3,600.00 euros that is in the books as 3,960.00 dollars. */
async function setUp() {
  const bank = await setUpBank()
  const { owner, db, world } = bank
  const euros = await bank.sendInvoice({ currency: 'EUR', booking_rate: '1.1' })
  const add = async (amount: number, text: string, account: Parameters<typeof statementOf>[1] = {}) => {
    await bank.importing(toCamt([statementOf([lineOf(amount, text, { name: 'Home Client' })], account)]))
    const line = (await bank.openLines()).find((open) => open.text === text)
    if (line === undefined) throw new Error(`No line “${text}”`)
    return line
  }
  const accept = (id: string, version: number, ...parts: BankPart[]) =>
    owner.bank.accept({ id, version, parts })
  const part = (amount: number, settles?: number): BankPart => ({
    kind: 'invoice',
    invoice_id: euros.id,
    amount,
    settles,
  })
  const entries = () =>
    db
      .selectFrom('ledger_entries')
      .select(['category', 'amount', 'currency', 'base_amount', 'occurred_on'])
      .orderBy('category', 'desc')
      .orderBy('amount')
      .execute()
  const balance = async (currency = 'USD') => {
    const account = (await owner.bank.accounts()).find((own) => own.currency === currency)
    const { changed, unlinked, open, books } = await owner.bank.balance({ account_id: account?.id ?? '' })
    return { books, changed: changed.count, unlinked: unlinked.count, open: open.count }
  }
  const sum = async () => (await entries()).reduce((all, { base_amount }) => all + (base_amount ?? 0), 0)
  const gains = async () => {
    const { table } = await owner.finance.taxReturn({ kind: 'exchange-differences', ...MARCH })
    return table?.lines.map(({ cells }) => cells)
  }
  const file = async (name: 'datev' | 'xero-payments' | 'payments' | 'quickbooks-journal') => {
    const chart = { ...defaultAccounts('skr03'), consultant_number: 29_098, client_number: 55_003 }
    const { version } = await owner.finance.accounts()
    await owner.finance.saveAccounts({ ...chart, version })
    const ctx = ctxFor(db, world.home.owner as SeedMember)
    const { content } = await openBooksFile(ctx, name, { ...MARCH, basis: 'issued', bom: false })
    return buffer(content)
  }
  const differences = () => bookDifferencesOf(ctxFor(db, null), world.home.agencyId)
  const { number, id } = euros
  return { ...bank, number, id, add, accept, part, entries, sum, balance, gains, file, differences }
}

/** It is paid by a line of 3,965.00 dollars, with a gain of 5.00. */
async function setUpPaid() {
  const bank = await setUp()
  const paying = await bank.add(396_500, `Invoice ${bank.number}`)
  await bank.accept(paying.id, paying.version, ...(paying.suggestions[0]?.parts ?? []))
  const [payment] = (await bank.owner.payments.list({})).items
  return { ...bank, paying, payment: payment?.id ?? '' }
}

const EUROS = { account: 'DE75512108001245126199', currency: 'EUR' }

const paidOf = (amount: number, base_amount: number, currency = 'EUR') => ({
  ...{ category: currency === 'EUR' ? 'invoices' : 'exchange_differences', amount, currency, base_amount },
  occurred_on: BOOKED_ON,
})

test.each([
  { amount: 396_500, difference: 500 },
  { amount: 395_000, difference: -1000 },
])('a line in the base currency pays an invoice in another: $difference', async ({ amount, difference }) => {
  const { number, id, add, accept, part, entries, balance, gains, file, differences, owner, invoice } =
    await setUp()
  const line = await add(amount, `Invoice ${number}`)
  expect(line.suggestions[0]).toMatchObject({
    label: `${number} of Home Client`,
    parts: [part(amount, 360_000)],
    confidence: 85,
  })
  const { invoices } = await owner.bank.choices({ id: line.id })
  expect(invoices).toContainEqual(expect.objectContaining({ id, currency: 'EUR', due: 360_000 }))
  const reports = async () => {
    const { boxes, rest } = await owner.finance.taxReturn({ kind: 'german-advance-return', ...MARCH })
    return { boxes, rest, tax: await owner.finance.taxReport(MARCH) }
  }

  const before = await reports()
  await accept(line.id, line.version, ...(line.suggestions[0]?.parts ?? []))
  expect(await invoice(id)).toEqual({ status: 'paid', amount_paid: 360_000 })
  expect(await entries()).toEqual([paidOf(360_000, 396_000), paidOf(difference, difference, 'USD')])
  expect(await balance()).toEqual({ books: 1_000_000 + amount, changed: 0, unlinked: 0, open: 0 })
  expect(await differences()).toEqual([])
  const [gained, lost] = [Math.max(difference, 0), Math.min(difference, 0)]
  expect(await gains()).toEqual([['EUR', gained, lost, difference]])
  const { current } = await owner.finance.summary({})
  expect(current.net_received).toBe(amount)
  expect(await reports()).toEqual(before)

  const bankLines = readDatev(await file('datev')).filter(({ account }) => account === '1200')
  expect(bankLines.reduce((sum, row) => sum + (row.debit ? row.amount : -row.amount), 0)).toBe(amount)
  for (const name of ['xero-payments', 'payments', 'quickbooks-journal'] as const) {
    const text = (await file(name)).toString()
    expect(text).toContain('3600')
    expect(text).not.toMatch(/Exchange difference/)
  }

  await owner.bank.undo({ id: line.id })
  const undone = await entries()
  expect(undone).toHaveLength(4)
  expect(undone).toContainEqual(paidOf(-360_000, -396_000))
  expect(undone).toContainEqual(paidOf(-difference, -difference, 'USD'))
  expect(await invoice(id)).toEqual({ status: 'sent', amount_paid: 0 })
  expect(await balance()).toEqual({ books: 1_000_000, changed: 0, unlinked: 0, open: 1 })
  expect(await differences()).toEqual([])
  const sums = new Map<string, number>()
  for (const row of readDatev(await file('datev'))) {
    const amount = row.debit ? row.amount : -row.amount
    sums.set(row.account, (sums.get(row.account) ?? 0) + amount)
    sums.set(row.contra, (sums.get(row.contra) ?? 0) - amount)
  }
  // Neither a gain nor a loss remains.
  for (const name of ['1200', '2660', '2150']) expect(sums.get(name) ?? 0).toBe(0)
})

test('the undo reverses the difference of a payment that was refunded, once', async () => {
  const { paying, payment, accept, sum, balance, gains, differences, owner } = await setUpPaid()
  await owner.payments.refund({ id: payment, ...refundForm(360_000) })
  expect(await gains()).toEqual([['EUR', 500, 0, 500]])
  await owner.bank.undo({ id: paying.id })
  expect(await sum()).toBe(0)
  expect(await balance()).toMatchObject({ books: 1_000_000, open: 1 })
  const { version } = await owner.bank.line({ id: paying.id })
  await accept(paying.id, version, ...(paying.suggestions[0]?.parts ?? []))
  expect(await sum()).toBe(396_500)
  expect(await gains()).toEqual([['EUR', 500, 0, 500]])
  expect(await balance()).toMatchObject({ books: 1_396_500, changed: 0 })
  expect(await differences()).toEqual([])
})

test('parts of the invoice can be paid by lines, and the undo in a closed period is dated today', async () => {
  const { number, id, add, accept, part, entries, differences, gains, owner, invoice } = await setUp()
  const [first, second] = [await add(100_000, `${number} first`), await add(297_000, `${number} second`)]
  await accept(first.id, first.version, part(100_000, 90_000))
  await accept(second.id, second.version, part(297_000, 270_000))
  expect(await invoice(id)).toMatchObject({ status: 'paid' })
  // The second is paid at the invoice's rate, so there is no difference.
  expect(await entries()).toEqual([
    paidOf(90_000, 99_000),
    paidOf(270_000, 297_000),
    paidOf(1000, 1000, 'USD'),
  ])
  await owner.finance.setLocks({ soft_until: null, hard_until: BOOKED_ON, version: 0 })
  await owner.bank.undo({ id: first.id })
  const undone = (await entries()).filter(({ occurred_on }) => occurred_on !== BOOKED_ON)
  expect(undone.map(({ base_amount, occurred_on }) => [base_amount, occurred_on])).toEqual([
    [-99_000, '2026-03-04'],
    [-1000, '2026-03-04'],
  ])
  expect(await gains(), 'the gain is taken back, which is no loss').toEqual([['EUR', 0, 0, 0]])
  expect(await differences()).toEqual([])
})

test('what is paid of the invoice must be given, and only for a line in the base currency', async () => {
  const { number, invoices, id, add, accept, part, world, db, importing, openLines } = await setUp()
  const line = await add(396_500, number)
  await expect(accept(line.id, line.version, part(396_500))).rejects.toThrow(
    'is in EUR, but the line is in USD',
  )
  await expect(accept(line.id, line.version, part(396_500, 360_001))).rejects.toThrow(
    'exceeds the amount due',
  )
  const own: BankPart = { kind: 'invoice', invoice_id: invoices[0].id, amount: 396_500, settles: 360_000 }
  await expect(accept(line.id, line.version, own)).rejects.toThrow('is settled with the same amount')
  const theirs = callerAs(db, world.foreign.owner)
  const parts = [part(396_500, 360_000)]
  await expect(theirs.bank.accept({ id: line.id, version: line.version, parts })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const inFrancs = { ...EUROS, currency: 'CHF' }
  await importing(toCamt([statementOf([lineOf(396_500, 'Francs')], inFrancs)]))
  const francs = (await openLines()).find(({ text }) => text === 'Francs')
  await expect(accept(francs?.id ?? '', francs?.version ?? 0, { ...own, invoice_id: id })).rejects.toThrow(
    'is in EUR, but the line is in CHF',
  )
})

test('a part payment isn’t booked as a loss on exchange unless that is confirmed', async () => {
  const { number, id, add, accept, part, entries, owner, invoice } = await setUp()
  const line = await add(50_000, `On account of ${number}`)
  await expect(accept(line.id, line.version, part(50_000, 360_000))).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/pays \$3,960\.00 USD.*but the line pays \$500\.00 USD/),
  })
  expect(await entries()).toEqual([])
  const { invoices } = await owner.bank.choices({ id: line.id })
  const choice = invoices.find((open) => open.id === id)
  expect(choice).toMatchObject({ due: 360_000, base_due: 396_000 })
  const { amount, settles } = likelyPayment(50_000, choice ?? { due: 0, base_due: null })
  await accept(line.id, line.version, part(amount ?? 0, settles))
  expect(await invoice(id)).toEqual({ status: 'sent', amount_paid: 45_455 })
  expect(await entries()).toEqual([paidOf(45_455, 50_001), paidOf(-1, -1, 'USD')])

  await owner.bank.undo({ id: line.id })
  const { version } = await owner.bank.line({ id: line.id })
  await accept(line.id, version, { ...part(50_000, 360_000), confirm_difference: true } as BankPart)
  expect(await invoice(id)).toEqual({ status: 'paid', amount_paid: 360_000 })
})

test.each([
  { left: 396_500, amount: 396_500, settles: 360_000 },
  { left: 380_000, amount: 380_000, settles: 360_000 },
  { left: 50_000, amount: 50_000, settles: 45_455 },
  // The rest is the client's credit, or pays the next invoice.
  { left: 500_000, amount: 396_000, settles: 360_000 },
  { left: 0, amount: null, settles: 360_000 },
])('what a line of $left pays by default', ({ left, amount, settles }) => {
  expect(likelyPayment(left, { due: 360_000, base_due: 396_000 })).toEqual({ amount, settles })
})

test('a line in the base currency refunds a payment in another', async () => {
  const { payment, number, id, add, accept, balance, gains, file, differences, ...rest } = await setUpPaid()
  const { owner, invoice, db, world } = rest
  const line = await add(-396_800, 'Money back')
  const refund: BankPart = { kind: 'refund', payment_id: payment, amount: 396_800, settles: 360_000 }
  expect(line.suggestions[0]).toMatchObject({ label: `Refund of ${number} to Home Client`, parts: [refund] })
  const { refundable } = await owner.bank.choices({ id: line.id })
  expect(refundable).toMatchObject([{ id: payment, currency: 'EUR', left: 360_000, base_left: 396_000 }])
  const unsettled: BankPart = { ...refund, settles: undefined }
  await expect(accept(line.id, line.version, unsettled)).rejects.toThrow('is in EUR, but the line is in USD')
  await expect(accept(line.id, line.version, { ...refund, settles: 100_000 })).rejects.toMatchObject({
    message: expect.stringContaining('confirm the difference'),
  })
  const theirs = callerAs(db, world.foreign.owner)
  const deposit = await theirs.payments.recordManual(depositOf(world.foreign.client.clientId, 360_000, 'EUR'))
  await expect(
    accept(line.id, line.version, { ...refund, payment_id: deposit.id } as BankPart),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await accept(line.id, line.version, refund)
  expect(await invoice(id)).toEqual({ status: 'sent', amount_paid: 0 })
  expect(await differences()).toEqual([])
  expect(await gains()).toEqual([['EUR', 500, -800, -300]])
  expect(await balance()).toEqual({ books: 999_700, changed: 0, unlinked: 0, open: 0 })
  const bankLines = readDatev(await file('datev')).filter(({ account }) => account === '1200')
  expect(bankLines.reduce((all, row) => all + (row.debit ? row.amount : -row.amount), 0)).toBe(-300)

  await owner.bank.undo({ id: line.id })
  expect(await invoice(id)).toEqual({ status: 'paid', amount_paid: 360_000 })
  expect(await gains()).toEqual([['EUR', 500, 0, 500]])
  expect(await balance()).toEqual({ books: 1_396_500, changed: 0, unlinked: 0, open: 1 })
  expect(await differences()).toEqual([])
})

test('a refund in the books is linked to a line in the base currency with its difference', async () => {
  const { payment, paying, add, accept, sum, balance, gains, differences, owner, db } = await setUpPaid()
  await owner.payments.refund({ id: payment, ...refundForm(100_000) })
  const { id: refund_id } = await db.selectFrom('payment_refunds').select('id').executeTakeFirstOrThrow()
  const line = await add(-110_300, 'Money back')
  const part: BankPart = { kind: 'entered_refund', refund_id, amount: 110_300 }
  expect(line.suggestions[0]).toMatchObject({ parts: [part] })
  const { refunds } = await owner.bank.choices({ id: line.id })
  expect(refunds).toMatchObject([{ id: refund_id, currency: 'EUR', amount: 100_000, base_amount: 110_000 }])
  await accept(line.id, line.version, part)
  expect(await gains()).toEqual([['EUR', 500, -300, 200]])
  expect(await balance()).toEqual({ books: 1_286_200, changed: 0, unlinked: 0, open: 0 })

  await owner.bank.undo({ id: paying.id })
  expect(await gains()).toEqual([['EUR', 0, -300, -300]])
  expect(await balance()).toEqual({ books: 889_700, changed: 0, unlinked: 0, open: 1 })
  await owner.bank.undo({ id: line.id })
  expect(await sum()).toBe(0)
  expect(await balance()).toMatchObject({ books: 1_000_000, changed: 0, open: 2 })
  expect(await differences()).toEqual([])
})

test('a refund from an account in the payment’s currency doesn’t change the account that received it', async () => {
  const { payment, add, accept, balance, differences } = await setUpPaid()
  const line = await add(-100_000, 'Euros back', EUROS)
  await accept(line.id, line.version, { kind: 'refund', payment_id: payment, amount: 100_000 })
  expect(await balance()).toEqual({ books: 1_396_500, changed: 0, unlinked: 0, open: 0 })
  expect(await balance('EUR')).toEqual({ books: 900_000, changed: 0, unlinked: 0, open: 0 })
  expect(await differences()).toEqual([])
})

test('a line in the base currency settles an announced payment in another', async () => {
  const { number, id, add, accept, entries, sum, balance, differences, owner, invoice } = await setUp()
  const form = { invoice_id: id, amount: 360_000, method: 'bank', received: false } as const
  const announced = await owner.payments.recordManual({ ...form, request_id: crypto.randomUUID() })
  const line = await add(396_500, `Invoice ${number}`)
  const part: BankPart = { kind: 'payment', payment_id: announced.id, amount: 396_500 }
  expect(line.suggestions[0]).toMatchObject({ label: `Payment of ${number} by Home Client`, parts: [part] })
  const { payments } = await owner.bank.choices({ id: line.id })
  expect(payments).toMatchObject([
    { id: announced.id, currency: 'EUR', amount: 360_000, base_amount: 396_000 },
  ])
  await expect(accept(line.id, line.version, { kind: 'payment', payment_id: announced.id })).rejects.toThrow(
    'is in EUR, but the line is in USD',
  )
  await accept(line.id, line.version, part)
  expect(await invoice(id)).toEqual({ status: 'paid', amount_paid: 360_000 })
  expect(await entries()).toEqual([paidOf(360_000, 396_000), paidOf(500, 500, 'USD')])
  expect(await balance()).toEqual({ books: 1_396_500, changed: 0, unlinked: 0, open: 0 })
  await owner.bank.undo({ id: line.id })
  expect(await sum()).toBe(0)
  expect(await invoice(id)).toEqual({ status: 'sent', amount_paid: 0 })
  expect(await differences()).toEqual([])
})

test('a deposit is returned by a line in the base currency', async () => {
  const { add, accept, sum, gains, balance, differences, owner, clientId, db, world } = await setUp()
  const rates = [{ quoted_on: BOOKED_ON, currency: 'USD', per_euro: '1.1' }]
  await callerAs(db, world.admin).platform.importExchangeRates({ rates })
  const deposit = await owner.payments.recordManual({
    ...depositOf(clientId, 10_000, 'EUR'),
    paid_on: BOOKED_ON,
  })
  expect(await sum()).toBe(11_000)
  const line = await add(-11_100, 'Deposit back')
  const part: BankPart = { kind: 'refund', payment_id: deposit.id, amount: 11_100, settles: 10_000 }
  await accept(line.id, line.version, part)
  expect(await sum()).toBe(-100)
  expect(await gains()).toEqual([['EUR', 0, -100, -100]])
  expect((await owner.invoices.clientCredit({ client_id: clientId })).balances).toEqual([])
  expect(await balance()).toMatchObject({ books: 988_900, changed: 0, open: 0 })
  await owner.bank.undo({ id: line.id })
  expect(await sum()).toBe(11_000)
  expect(await gains()).toEqual([])
  expect(await differences()).toEqual([])
})

test('the nightly comparison finds an exchange difference whose match is missing', async () => {
  const { differences, db } = await setUpPaid()
  expect(await differences()).toEqual([])
  await db.updateTable('bank_matches').set({ difference_id: null }).execute()
  expect(await differences()).toMatchObject([
    { kind: 'ledger', details: expect.stringContaining('$5.00 USD belongs to a bank line') },
  ])
})
