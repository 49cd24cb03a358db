import { expect, test } from 'vitest'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import type { BankPart } from '#shared/money/bank/bank.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { ledgerSums, lineOf, setUpBank, statementOf } from '#tests/support/money/bank/bank-import.ts'
import { depositOf, refundForm } from '#tests/support/money/money.ts'

const BOOKED_ON = '2026-03-02'

/** The first invoice of 3,600.00 is paid by a line. */
async function setUp() {
  const bank = await setUpBank()
  const { owner, db, world, invoices } = bank
  const add = async (amount: number, text: string, rest: Parameters<typeof lineOf>[2] = {}) => {
    await bank.importing(toCamt([statementOf([lineOf(amount, text, { name: 'Home Client', ...rest })])]))
    const line = (await bank.openLines()).find((open) => open.text === text && open.amount === amount)
    if (line === undefined) throw new Error(`No line “${text}”`)
    return line
  }
  const accept = ({ id, version }: { id: string; version: number }, ...parts: BankPart[]) =>
    owner.bank.accept({ id, version, parts })
  const reaccept = async (id: string, ...parts: BankPart[]) => accept(await owner.bank.line({ id }), ...parts)
  const paying = await add(360_000, invoices[0].number)
  await accept(paying, ...(paying.suggestions[0]?.parts ?? []))
  const [payment] = (await owner.payments.list({})).items
  const balance = async () => {
    const [account] = await owner.bank.accounts()
    const { changed, unlinked, open, ignored, books } = await owner.bank.balance({
      account_id: account?.id ?? '',
    })
    const counts = { changed: changed.count, unlinked: unlinked.count }
    return { books, ...counts, open: open.count, ignored: ignored.count }
  }
  const due = async () => (await owner.invoices.get({ id: invoices[0].id })).amount_due
  const differences = () => bookDifferencesOf(ctxFor(db, null), world.home.agencyId)
  return { ...bank, add, accept, reaccept, paying, payment: payment?.id ?? '', balance, due, differences }
}

test('a refund in the books is suggested for its line, linked, and remains after an undo', async () => {
  const { add, accept, owner, payment, balance, due, db, invoices, differences } = await setUp()
  await owner.payments.refund({ id: payment, ...refundForm(50_000) })
  const line = await add(-50_000, 'Too much, sorry', { day: '2026-03-03' })
  expect(line.suggestions[0]).toMatchObject({
    label: `Refund of ${invoices[0].number} to Home Client`,
    reason: 'It is in the books, and the amount and the payee match',
    confidence: 95,
  })
  expect((await owner.bank.choices({ id: line.id })).refunds).toMatchObject([
    { client_name: 'Home Client', amount: 50_000, refunded_on: '2026-03-04' },
  ])
  expect(await owner.bank.acceptCertain({})).toMatchObject({ accepted: 1, refused: [] })
  expect(await ledgerSums(db)).toEqual({ income: 310_000 })
  expect(await balance()).toEqual({ books: 1_310_000, changed: 0, unlinked: 0, open: 0, ignored: 0 })
  const [matched] = (await owner.bank.line({ id: line.id })).matches
  expect(matched).toMatchObject({
    kind: 'refund',
    label: `Refund of ${invoices[0].number} to Home Client`,
    amount: -50_000,
    booked: false,
  })

  // It is neither suggested for another line nor linked to it.
  const other = await add(-50_000, 'Again', { day: '2026-03-03' })
  const suggested = other.suggestions.flatMap(({ parts }) => parts.map(({ kind }) => kind))
  expect(suggested).not.toContain('entered_refund')
  const { id: refund_id } = await db.selectFrom('payment_refunds').select('id').executeTakeFirstOrThrow()
  await expect(accept(other, { kind: 'entered_refund', refund_id })).rejects.toThrow('already been matched')

  await owner.bank.undo({ id: line.id })
  expect(await ledgerSums(db)).toEqual({ income: 310_000 })
  expect(await due()).toBe(50_000)
  expect(await differences()).toEqual([])
})

test('a line records a refund on its day, and its undo cancels it without telling the client', async () => {
  const { add, accept, reaccept, owner, payment, balance, due, db, invoices, differences } = await setUp()
  const text = `Refund ${invoices[0].number}`
  const line = await add(-50_000, text)
  const part: BankPart = { kind: 'refund', payment_id: payment, amount: 50_000 }
  expect(line.suggestions[0]).toMatchObject({ parts: [part], confidence: 85 })
  expect((await owner.bank.choices({ id: line.id })).refundable).toMatchObject([
    { id: payment, client_name: 'Home Client', left: 360_000 },
  ])
  const mails = () => db.selectFrom('mail_outbox').select('id').execute()
  const notices = () => db.selectFrom('notifications').select('id').execute()
  const before = [await mails(), await notices()]
  const days = () =>
    db.selectFrom('ledger_entries').select(['occurred_on', 'amount']).orderBy('amount').execute()
  const received = await days()

  await accept(line, part)
  expect(await days()).toEqual([{ occurred_on: BOOKED_ON, amount: -50_000 }, ...received])
  expect(await due()).toBe(50_000)
  expect(await owner.invoices.get({ id: invoices[0].id })).toMatchObject({ status: 'sent' })
  expect(await balance()).toEqual({ books: 1_310_000, changed: 0, unlinked: 0, open: 0, ignored: 0 })
  expect(await differences()).toEqual([])

  await owner.bank.undo({ id: line.id })
  expect(await ledgerSums(db)).toEqual({ income: 360_000 })
  expect(await owner.invoices.get({ id: invoices[0].id })).toMatchObject({
    ...{ status: 'paid', amount_due: 0, amount_paid: 360_000, reopened: 0 },
  })
  expect((await owner.payments.list({})).items).toMatchObject([{ status: 'succeeded' }])
  expect(await balance()).toEqual({ books: 1_360_000, changed: 0, unlinked: 0, open: 1, ignored: 0 })
  expect([await mails(), await notices()]).toEqual(before)
  expect(await differences()).toEqual([])
  await reaccept(line.id, part)
  expect(await ledgerSums(db)).toEqual({ income: 310_000 })
})

test('the whole of a payment can be refunded, and then the rest can’t be reversed', async () => {
  const { add, accept, owner, payment, paying, due, db, differences } = await setUp()
  const line = await add(-60_000, 'Part of it')
  await accept(line, { kind: 'refund', payment_id: payment, amount: 60_000 })
  const refused = { code: 'CONFLICT', message: expect.stringContaining('Undo that match first') }
  await expect(owner.bank.undo({ id: paying.id })).rejects.toMatchObject(refused)
  await expect(owner.payments.reverse({ id: payment, confirm_period: true })).rejects.toMatchObject(refused)
  const rest = await add(-300_000, 'The rest')
  await accept(rest, { kind: 'refund', payment_id: payment, amount: 300_000 })
  expect((await owner.payments.list({})).items).toMatchObject([{ status: 'refunded' }])
  expect(await due()).toBe(360_000)
  const more = await add(-100, 'More')
  await expect(accept(more, { kind: 'refund', payment_id: payment, amount: 100 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  for (const { id } of [rest, line, paying]) await owner.bank.undo({ id })
  expect(await ledgerSums(db)).toEqual({})
  expect(await due()).toBe(360_000)
  expect(await differences()).toEqual([])
})

test('a deposit is returned from the client’s credit', async () => {
  const { add, accept, owner, clientId, db, balance, differences } = await setUp()
  const deposit = await owner.payments.recordManual({ ...depositOf(clientId, 20_000), paid_on: BOOKED_ON })
  const line = await add(-20_000, 'Deposit back')
  expect(line.suggestions[0]).toMatchObject({
    label: 'Refund to Home Client',
    parts: [{ kind: 'refund', payment_id: deposit.id, amount: 20_000 }],
  })
  await accept(line, ...(line.suggestions[0]?.parts ?? []))
  expect(await ledgerSums(db)).toEqual({ income: 360_000 })
  expect((await owner.invoices.clientCredit({ client_id: clientId })).balances).toEqual([])
  // The deposit itself still waits for its line.
  expect(await balance()).toMatchObject({ books: 1_360_000, changed: 0, unlinked: 1 })
  await owner.bank.undo({ id: line.id })
  expect((await owner.invoices.clientCredit({ client_id: clientId })).balances).toMatchObject([
    { amount: 20_000 },
  ])
  expect(await differences()).toEqual([])
})

test('a refund of a recovered loss is lost again, and its undo recovers it', async () => {
  const { add, accept, owner, invoices, db, differences } = await setUp()
  const { id, number } = invoices[1]
  await owner.invoices.writeOff({ id, reason: 'Insolvent' })
  const paid = await add(40_000, number)
  await accept(paid, { kind: 'invoice', invoice_id: id, amount: 40_000 })
  const { payment_id = null } =
    (await db
      .selectFrom('bank_matches')
      .select('payment_id')
      .where('line_id', '=', paid.id)
      .executeTakeFirst()) ?? {}
  const line = await add(-40_000, 'Contested')
  const lost = async () => (await owner.invoices.get({ id })).amount_written_off
  expect(await lost()).toBe(320_000)
  await accept(line, { kind: 'refund', payment_id: payment_id ?? '', amount: 40_000 })
  expect(await lost()).toBe(360_000)
  await owner.bank.undo({ id: line.id })
  expect(await lost()).toBe(320_000)
  expect(await differences()).toEqual([])
})

test('a refund needs an open day, and can be linked and undone after its period is closed', async () => {
  const { add, accept, owner, payment, db, due } = await setUp()
  const part: BankPart = { kind: 'refund', payment_id: payment, amount: 50_000 }
  const line = await add(-50_000, 'Early')
  const other = await add(-30_000, 'Late')
  await accept(line, part)
  await owner.finance.setLocks({ soft_until: null, hard_until: BOOKED_ON, version: 0 })
  await expect(accept(other, { ...part, amount: 30_000 })).rejects.toMatchObject({
    message: expect.stringContaining('Refund the payment in its history today, and match the line'),
  })
  await owner.payments.refund({ id: payment, ...refundForm(30_000) })
  const { suggestions } = await owner.bank.line({ id: other.id })
  await accept(other, ...(suggestions[0]?.parts ?? []))
  expect(await due()).toBe(80_000)
  await owner.bank.undo({ id: line.id })
  const days = db.selectFrom('ledger_entries').select(['occurred_on', 'amount']).where('amount', '<', 50_001)
  expect(await days.orderBy('occurred_on').orderBy('amount').execute()).toEqual([
    { occurred_on: BOOKED_ON, amount: -50_000 },
    { occurred_on: '2026-03-04', amount: -30_000 },
    { occurred_on: '2026-03-04', amount: 50_000 },
  ])
  expect(await due()).toBe(30_000)
})

test('only the agency’s own payments of the line’s currency and direction are refunded', async () => {
  const { add, accept, owner, payment, world, db, clientId, sendInvoice } = await setUp()
  const line = await add(-50_000, 'Somebody')
  const theirs = callerAs(db, world.foreign.owner)
  const deposit = await theirs.payments.recordManual(depositOf(world.foreign.client.clientId, 50_000))
  const refundOf = (payment_id: string): BankPart => ({ kind: 'refund', payment_id, amount: 50_000 })
  await expect(accept(line, refundOf(deposit.id))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await theirs.payments.refund({ id: deposit.id, ...refundForm() })
  const { id: refund_id } = await db.selectFrom('payment_refunds').select('id').executeTakeFirstOrThrow()
  await expect(accept(line, { kind: 'entered_refund', refund_id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const euros = await owner.payments.recordManual(depositOf(clientId, 50_000, 'EUR'))
  await expect(accept(line, refundOf(euros.id))).rejects.toThrow('is in EUR, but the line is in USD')
  await sendInvoice()
  const arrived = await add(50_000, 'Not a refund')
  await expect(accept(arrived, refundOf(payment))).rejects.toThrow('The parts add up to')
  expect((await owner.bank.choices({ id: arrived.id })).refundable).toEqual([])
})

const TAXED = { tax_bps: 1900, tax_amount: 319 }

test('a supplier’s refund lowers the cost and its input tax on the day of the line', async () => {
  const { add, accept, reaccept, owner, db, balance, differences } = await setUp()
  const aws = { name: 'AWS EMEA', iban: 'DE75512108001245126199' }
  const paid = await add(-20_000, 'AWS January', aws)
  const cost = { category: 'software' as const, description: 'AWS', vendor: 'AWS EMEA' }
  await accept(paid, { kind: 'expense', amount: 20_000, ...cost })
  const line = await add(2000, 'AWS refund', aws)
  expect(line.suggestions[0]).toMatchObject({
    label: 'Refund: software, without tax',
    parts: [{ kind: 'expense_refund', amount: 2000, category: 'software', vendor: 'AWS EMEA' }],
    confidence: 55,
  })
  const part: BankPart = { kind: 'expense_refund', amount: 2000, ...cost, ...TAXED }
  const settled = await accept(line, part)
  expect(settled.matches).toMatchObject([{ kind: 'expense', label: 'Refund “AWS”', amount: 2000 }])
  const figures = async () => {
    const { current } = await owner.finance.summary({})
    return { cost: current.expenses, input_tax: current.input_tax }
  }
  expect(await figures()).toEqual({ cost: 20_000 - 1681, input_tax: -319 })
  const refunded = db.selectFrom('ledger_entries').select(['occurred_on', 'amount', 'tax'])
  expect(await refunded.where('amount', '=', -2000).execute()).toEqual([
    { occurred_on: BOOKED_ON, amount: -2000, tax: -319 },
  ])
  const all = { changed: 0, unlinked: 0, open: 0, ignored: 0 }
  expect(await balance()).toEqual({ books: 1_342_000, ...all })
  expect(await differences()).toEqual([])

  await owner.bank.undo({ id: line.id })
  expect(await figures()).toEqual({ cost: 20_000, input_tax: 0 })
  expect(await db.selectFrom('expenses').select('amount').execute()).toEqual([{ amount: 20_000 }])
  await reaccept(line.id, part)
  await owner.finance.setLocks({ soft_until: null, hard_until: BOOKED_ON, version: 0 })
  await owner.bank.undo({ id: line.id })
  expect(await figures()).toEqual({ cost: 20_000, input_tax: 0 })
  await expect(reaccept(line.id, part)).rejects.toThrow('The books are closed up to')
})

test('a supplier’s refund in the books is suggested and linked, and tax must be plausible', async () => {
  const { add, accept, owner, db, balance, world } = await setUp()
  const entered = await owner.finance.saveExpense({
    category: 'office',
    description: 'Chair returned',
    vendor: 'Furniture Store',
    amount: 9900,
    spent_on: BOOKED_ON,
    refund: true,
  })
  expect(await balance()).toMatchObject({ unlinked: 1 })
  const outgoing = await add(-9900, 'Furniture Store', { name: 'Furniture Store' })
  expect((await owner.bank.choices({ id: outgoing.id })).expenses).toEqual([])
  await owner.bank.setIgnored({ id: outgoing.id, ignored: true })
  const line = await add(9900, 'Chair', { name: 'Furniture Store' })
  expect(line.suggestions[0]).toMatchObject({
    parts: [{ kind: 'entered_expense', expense_id: entered.id }],
    confidence: 95,
  })
  const wrong: BankPart = {
    kind: 'expense_refund',
    amount: 9900,
    category: 'office',
    description: 'Chair',
    vendor: null,
    tax_bps: 1900,
    tax_amount: 9901,
  }
  await expect(accept(line, wrong)).rejects.toThrow('The tax can’t be more than the amount.')
  const theirs = await callerAs(db, world.foreign.owner).finance.saveExpense({
    category: 'office',
    description: 'Theirs',
    amount: 9900,
    spent_on: BOOKED_ON,
    refund: true,
  })
  await expect(accept(line, { kind: 'entered_expense', expense_id: theirs.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await accept(line, ...(line.suggestions[0]?.parts ?? []))
  expect(await balance()).toMatchObject({ unlinked: 0, changed: 0, open: 0 })
})

test('a supplier’s refund is suggested with the tax of what it returns', async () => {
  const { add, accept, owner, db } = await setUp()
  const store = { name: 'Furniture Store', iban: 'DE75512108001245126199' }
  const terms = { category: 'office' as const, description: 'Chair', vendor: 'Furniture Store' }
  const paid = await add(-11_900, 'Chair', store)
  const taxed = { tax_bps: 1900, tax_amount: 1900, supplier_country: 'DE', deductible_bps: 5000 }
  const entered = await owner.finance.saveExpense({ ...terms, ...taxed, amount: 11_900, spent_on: BOOKED_ON })
  await accept(paid, { kind: 'entered_expense', expense_id: entered.id })
  const whole = await add(11_900, 'Chair returned', store)
  const part = await add(5950, 'Half of it', store)
  expect(part.suggestions[0]).toMatchObject({
    label: 'Refund: office',
    parts: [{ ...taxed, kind: 'expense_refund', tax_amount: 950 }],
  })
  await accept(whole, ...(whole.suggestions[0]?.parts ?? []))
  const { current } = await owner.finance.summary({})
  expect(current).toMatchObject({ expenses: 0, input_tax: 0 })
  // A rule chooses the category, and its payee still has the tax.
  await owner.bank.saveRule({ field: 'text', contains: 'Half', client_id: null, category: 'software' })
  const { suggestions } = await owner.bank.line({ id: part.id })
  expect(suggestions[0]).toMatchObject({ parts: [{ category: 'software', tax_amount: 950 }] })

  const abroad = { name: 'Abroad', iban: 'FR1420041010050500013M02606' }
  const imported = { ...{ treatment: 'reverse_charge' as const, supplier_country: 'FR' }, owed_bps: 1900 }
  const bill = await owner.finance.saveExpense({ ...terms, ...imported, amount: 7000, spent_on: BOOKED_ON })
  await accept(await add(-7000, 'Desk', abroad), { kind: 'entered_expense', expense_id: bill.id })
  const back = await add(7000, 'Desk returned', abroad)
  expect(back.suggestions[0]).toMatchObject({ label: 'Refund: office', parts: [imported] })
  await accept(back, ...(back.suggestions[0]?.parts ?? []))
  const owed = await db.selectFrom('ledger_taxes').select(['base_net', 'base_tax']).execute()
  expect(owed.reduce((sum, { base_tax }) => sum + (base_tax ?? 0), 0)).toBe(0)
})

test('what comes back to an invoice that was voided since becomes the client’s credit', async () => {
  const { add, accept, reaccept, owner, payment, paying, clientId, invoices, db, differences } = await setUp()
  const line = await add(-360_000, 'All of it')
  const part: BankPart = { kind: 'refund', payment_id: payment, amount: 360_000 }
  await accept(line, part)
  await owner.invoices.void({ id: invoices[0].id })
  const credit = async () => (await owner.invoices.clientCredit({ client_id: clientId })).balances
  const voided = async () => {
    const { status, amount_due } = await owner.invoices.get({ id: invoices[0].id })
    return { status, amount_due }
  }
  await owner.bank.undo({ id: line.id })
  expect(await credit()).toMatchObject([{ amount: 360_000 }])
  expect(await ledgerSums(db)).toEqual({ liability: 360_000 })
  expect(await voided()).toEqual({ status: 'void', amount_due: 0 })
  expect(await differences()).toEqual([])
  await reaccept(line.id, part)
  expect(await credit()).toEqual([])
  expect(await ledgerSums(db)).toEqual({})
  for (const { id } of [line, paying]) await owner.bank.undo({ id })
  expect(await credit()).toEqual([])
  expect(await ledgerSums(db)).toEqual({})
  expect(await voided()).toEqual({ status: 'void', amount_due: 0 })
  expect(await differences()).toEqual([])
})

test('an undone refund leaves the days on which the invoice was paid and the payment refunded', async () => {
  const { add, accept, owner, payment, invoices, db } = await setUp()
  const days = async () => ({
    paid: (await owner.invoices.get({ id: invoices[0].id })).paid_at,
    ...(await db.selectFrom('payments').select('refunded_at').executeTakeFirst()),
  })
  const before = await days()
  const refund = (amount: number): BankPart => ({ kind: 'refund', payment_id: payment, amount })
  const first = await add(-50_000, 'First')
  await accept(first, refund(50_000))
  const { refunded_at } = await days()
  const second = await add(-30_000, 'Second', { day: '2026-03-03' })
  await accept(second, refund(30_000))
  await owner.bank.undo({ id: second.id })
  expect(await days()).toEqual({ paid: null, refunded_at })
  await owner.bank.undo({ id: first.id })
  expect(await days()).toEqual(before)
})

test('a line that settles a payment and a refund of it can be undone', async () => {
  const { add, accept, owner, clientId, db, differences } = await setUp()
  const announced = await owner.payments.recordManual({ ...depositOf(clientId, 60_000), received: false })
  const line = await add(50_000, 'Without our fee')
  await accept(
    line,
    { kind: 'payment', payment_id: announced.id },
    { kind: 'refund', payment_id: announced.id, amount: 10_000 },
  )
  await owner.bank.undo({ id: line.id })
  expect(await ledgerSums(db)).toEqual({ income: 360_000 })
  expect(await differences()).toEqual([])
})
