import { expect, test } from 'vitest'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import type { BankLineDto } from '#shared/money/bank/bank.ts'
import { ctxFor, testServices } from '#tests/support/caller.ts'
import { toCamt, toMt940 } from '#tests/support/money/bank/bank-files.ts'
import { ledgerSums, lineOf, setUpBank, statementOf } from '#tests/support/money/bank/bank-import.ts'

async function setUp() {
  const bank = await setUpBank()
  const add = async (amount: number, text: string, rest: Parameters<typeof lineOf>[2] = {}) => {
    await bank.importing(toCamt([statementOf([lineOf(amount, text, rest)])]))
  }
  const lineWith = async (text: string, status: BankLineDto['status'] = 'open') => {
    const { items } = await bank.owner.bank.lines({ status })
    const line = items.find((item) => item.text === text)
    if (line === undefined) throw new Error(`No line “${text}”`)
    return line
  }
  const best = async (text: string) => {
    const [suggestion] = (await lineWith(text)).suggestions
    return (
      suggestion && {
        label: suggestion.label,
        reason: suggestion.reason,
        certain: suggestion.confidence >= 90,
      }
    )
  }
  const accept = async (text: string) => {
    const { id, version, suggestions } = await lineWith(text)
    return bank.owner.bank.accept({ id, version, parts: suggestions[0]?.parts ?? [] })
  }
  const undo = async (text: string) => bank.owner.bank.undo({ id: (await lineWith(text, 'matched')).id })
  return { ...bank, add, lineWith, best, accept, undo }
}

test('an invoice named in the text is suggested with a reason, paid, and due again after an undo', async () => {
  const { add, best, accept, undo, invoice, invoices, db, lineWith } = await setUp()
  const [{ id, number }] = invoices
  const text = `Thank you, ${number.replaceAll('-', ' ')}`
  await add(360_000, text)
  expect(await best(text)).toEqual({
    label: `${number} of Home Client`,
    reason: `The text names ${number}, and the amount is due`,
    certain: true,
  })
  expect(await accept(text)).toMatchObject({
    status: 'matched',
    suggestions: [],
    matches: [{ kind: 'invoice', label: `${number} of Home Client`, amount: 360_000, booked: true }],
  })
  expect(await invoice(id)).toEqual({ status: 'paid', amount_paid: 360_000 })
  expect(await db.selectFrom('payments').select(['paid_at', 'method', 'provider']).execute()).toEqual([
    { paid_at: '2026-03-02T11:00:00.000Z', method: 'bank', provider: 'manual' },
  ])
  expect(await ledgerSums(db)).toEqual({ income: 360_000 })

  await undo(text)
  expect(await invoice(id)).toEqual({ status: 'sent', amount_paid: 0 })
  expect(await ledgerSums(db)).toEqual({})
  expect((await lineWith(text)).suggestions[0]?.label).toBe(`${number} of Home Client`)
  await accept(text)
  expect(await ledgerSums(db)).toEqual({ income: 360_000 })
})

test('an invoice due again after an undo is overdue and reminded of like any other', async () => {
  const { add, accept, undo, invoices, db, owner } = await setUp()
  const [{ id, number }, other] = invoices
  await add(360_000, number)
  await accept(number)
  await undo(number)
  expect(await owner.invoices.get({ id })).toMatchObject({ amount_due: 360_000, reopened: 0 })
  await owner.invoices.void({ id: other.id })
  const later = ctxFor(testServices(db), null, new Date('2026-04-10T10:00:00Z'))
  expect(await markOverdueInvoices(later)).toBe(1)
  expect(await remindOfInvoices(later)).toBe(1)
})

test('no receipt is emailed unless requested', async () => {
  const { add, accept, invoices, db, owner, lineWith } = await setUp()
  await add(360_000, invoices[0].number)
  await add(360_000, invoices[1].number)
  const mails = async () => (await db.selectFrom('mail_outbox').select('id').execute()).length
  const before = await mails()
  await accept(invoices[0].number)
  expect(await mails()).toBe(before)
  const { id, version, suggestions } = await lineWith(invoices[1].number)
  await owner.bank.accept({ id, version, parts: suggestions[0]?.parts ?? [], mail_receipt: true })
  expect(await mails()).toBe(before + 1)
})

test('one line pays multiple invoices named in the text', async () => {
  const { add, best, accept, undo, invoice, invoices, db } = await setUp()
  const text = invoices.map(({ number }) => number).join(' + ')
  await add(720_000, text)
  expect(await best(text)).toMatchObject({ certain: true })
  await accept(text)
  for (const { id } of invoices) expect(await invoice(id)).toMatchObject({ status: 'paid' })
  await undo(text)
  for (const { id } of invoices) expect(await invoice(id)).toMatchObject({ amount_paid: 0 })
  expect(await ledgerSums(db)).toEqual({})
})

test('less than the amount due pays a part, or all of it with bank fees', async () => {
  const { add, lineWith, owner, invoice, invoices, db, undo } = await setUp()
  const [{ id, number }] = invoices
  await add(358_500, number)
  const line = await lineWith(number)
  expect(line.suggestions.map(({ label, confidence }) => [label, confidence >= 90])).toEqual([
    [`Part of ${number} of Home Client`, false],
    [`${number} of Home Client, less bank fees`, false],
  ])
  const { version, suggestions } = line
  await owner.bank.accept({ id: line.id, version, parts: suggestions[0]?.parts ?? [] })
  expect(await invoice(id)).toEqual({ status: 'sent', amount_paid: 358_500 })
  await undo(number)
  await owner.bank.accept({ id: line.id, version: version + 2, parts: suggestions[1]?.parts ?? [] })
  expect(await invoice(id)).toMatchObject({ status: 'paid', amount_paid: 360_000 })
  expect(await ledgerSums(db)).toEqual({ income: 360_000, expense: 1500 })
  await undo(number)
  expect(await ledgerSums(db)).toEqual({})
})

test('charges stated by the bank make the fees certain', async () => {
  const { importing, best, invoices } = await setUp()
  const [{ number }] = invoices
  const file = toCamt([statementOf([lineOf(358_500, number)])])
  const charged = '<Chrgs><Rcrd><Amt Ccy="USD">15.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>'
  await importing(file.replace('<NtryDtls>', `${charged}<NtryDtls>`))
  expect(await best(number)).toMatchObject({
    certain: true,
    reason: expect.stringContaining('deducted $15.00'),
  })
})

test('more than the amount due becomes client credit', async () => {
  const { add, accept, owner, invoice, invoices, clientId, undo, db } = await setUp()
  const [{ id, number }] = invoices
  await add(370_000, number)
  await accept(number)
  expect(await invoice(id)).toMatchObject({ status: 'paid', amount_paid: 360_000 })
  expect((await owner.invoices.clientCredit({ client_id: clientId })).balances).toMatchObject([
    { amount: 10_000 },
  ])
  await undo(number)
  expect(await ledgerSums(db)).toEqual({})
})

test('a payer is recognized by name, and by account once a line has been accepted', async () => {
  const { add, best, lineWith, owner, invoices } = await setUp()
  await add(360_000, 'Milestone', { name: 'Home Client GmbH' })
  expect(await best('Milestone')).toMatchObject({
    reason: 'Home Client: the payer has their name, and the amount is due',
    certain: false,
  })
  const { id, version } = await lineWith('Milestone')
  const parts = [{ kind: 'invoice' as const, invoice_id: invoices[0].id, amount: 360_000 }]
  await owner.bank.accept({ id, version, parts })
  await add(360_000, 'Again', { name: 'H. C.' })
  expect(await best('Again')).toEqual({
    label: `${invoices[1].number} of Home Client`,
    reason: 'Home Client: they have paid from this account before, and the amount is due',
    certain: true,
  })
})

test('only invoices in the line’s currency are suggested, and others are refused', async () => {
  const { importing, lineWith, owner, invoices } = await setUp()
  const [{ id: invoice_id, number }] = invoices
  await importing(toCamt([statementOf([lineOf(360_000, number)], { currency: 'EUR' })]))
  const { id, version, suggestions } = await lineWith(number)
  expect(suggestions).toEqual([])
  const accept = owner.bank.accept({ id, version, parts: [{ kind: 'invoice', invoice_id, amount: 360_000 }] })
  await expect(accept).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: `Invoice ${number} is in USD, but the line is in EUR.`,
  })
  expect((await lineWith(number)).status).toBe('open')
})

test('an expense has the currency of its line', async () => {
  const { db, importing, lineWith, owner } = await setUp()
  await importing(toCamt([statementOf([lineOf(-1900, 'Hosting')], { currency: 'EUR' })]))
  const { id, version } = await lineWith('Hosting')
  const parts = [
    { kind: 'expense' as const, amount: 1900, category: 'software' as const, description: 'Hosting' },
  ]
  await owner.bank.accept({ id, version, parts })
  expect(await db.selectFrom('expenses').select(['amount', 'currency']).execute()).toEqual([
    { amount: 1900, currency: 'EUR' },
  ])
  expect(await owner.finance.missingRates()).toMatchObject([{ currency: 'EUR', count: 1 }])
})

test('parts that don’t add up to the line are refused, and nothing is booked', async () => {
  const { add, lineWith, owner, invoices, db } = await setUp()
  await add(360_000, 'Text')
  const { id, version } = await lineWith('Text')
  const parts = [{ kind: 'invoice' as const, invoice_id: invoices[0].id, amount: 350_000 }]
  await expect(owner.bank.accept({ id, version, parts })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'The parts add up to $3,500.00 USD, but the line is $3,600.00 USD.',
  })
  expect(await ledgerSums(db)).toEqual({})
  expect((await lineWith('Text')).version).toBe(version)
})

test('a payment entered by hand is linked and not booked again', async () => {
  const { add, best, accept, undo, owner, invoices, db } = await setUp()
  const [{ id: invoice_id, number }] = invoices
  await owner.payments.recordManual({
    invoice_id,
    amount: 360_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  await add(360_000, number)
  expect(await best(number)).toEqual({
    label: `Payment of ${number} by Home Client`,
    reason: 'It is in the books, and the amount and the text match',
    certain: true,
  })
  expect(await accept(number)).toMatchObject({ matches: [{ kind: 'payment', booked: false }] })
  expect(await ledgerSums(db)).toEqual({ income: 360_000 })
  await undo(number)
  expect(await ledgerSums(db)).toEqual({ income: 360_000 })
})

test("an announced transfer is recorded as received on the bank's date", async () => {
  const { add, best, accept, owner, invoices, invoice, db } = await setUp()
  const [{ id: invoice_id, number }] = invoices
  const announced = { invoice_id, amount: 360_000, method: 'bank', received: false } as const
  await owner.payments.recordManual({ ...announced, request_id: crypto.randomUUID() })
  await add(360_000, number)
  expect(await best(number)).toMatchObject({ reason: 'It was announced, and the amount and the text match' })
  await accept(number)
  expect(await invoice(invoice_id)).toMatchObject({ status: 'paid' })
  const [entry] = await db.selectFrom('ledger_entries').select('occurred_on').execute()
  expect(entry).toEqual({ occurred_on: '2026-03-02' })
})

test("one ledger entry can't be matched with two lines", async () => {
  const { add, lineWith, owner, invoices } = await setUp()
  const [{ id: invoice_id, number }] = invoices
  await owner.payments.recordManual({
    invoice_id,
    amount: 360_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  await add(360_000, number)
  await add(360_000, `Again ${number}`)
  const [one, two] = [await lineWith(number), await lineWith(`Again ${number}`)]
  const parts = one.suggestions[0]?.parts ?? []
  await owner.bank.accept({ id: one.id, version: one.version, parts })
  await expect(owner.bank.accept({ id: two.id, version: two.version, parts })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Another line has already been matched with this entry.',
  })
})

test('a payout to a contributor is marked as paid, and is pending again after an undo', async () => {
  const { add, best, accept, undo, owner, world, db } = await setUp()
  const payout = { employee_id: world.home.employee.employeeId, description: 'February', amount: 45_000 }
  const { id } = await owner.payouts.create(payout)
  await add(-45_000, 'Salary', { name: 'Home Employee' })
  expect(await best('Salary')).toEqual({
    label: 'Payout to Home Employee',
    reason: 'The amount and the payee’s name match',
    certain: true,
  })
  await accept('Salary')
  const paid = async () => (await owner.payouts.list({})).items.find((item) => item.id === id)
  expect(await paid()).toMatchObject({ status: 'succeeded', paid_at: '2026-03-02T11:00:00.000Z' })
  await undo('Salary')
  expect(await paid()).toMatchObject({ status: 'pending', paid_at: null })
  expect(await ledgerSums(db)).toEqual({})
  expect(await db.selectFrom('payout_batches').select('total').execute()).toEqual([{ total: 0 }])
  await accept('Salary')
  expect(await paid()).toMatchObject({ status: 'succeeded' })
  expect(await ledgerSums(db)).toEqual({ expense: 45_000 })
})

test('a rule makes an expense certain, and the next one is suggested like the previous one', async () => {
  const { add, best, accept, undo, owner, db, lineWith } = await setUp()
  await add(-1900, 'HOSTING 4711', { name: 'Server Ltd' })
  expect(await best('HOSTING 4711')).toBeUndefined()
  const rule = await owner.bank.saveRule({ field: 'text', contains: 'hosting', category: 'hosting' })
  expect(await best('HOSTING 4711')).toEqual({
    label: 'Expense: hosting',
    reason: 'Your rule “hosting”',
    certain: true,
  })
  await accept('HOSTING 4711')
  const [expense] = await db
    .selectFrom('expenses')
    .select(['category', 'vendor', 'amount', 'spent_on'])
    .execute()
  expect(expense).toEqual({ category: 'hosting', vendor: 'Server Ltd', amount: 1900, spent_on: '2026-03-02' })
  await owner.bank.deleteRule({ id: rule.id })
  await add(-1900, 'Monthly', { name: 'Server Ltd' })
  expect(await best('Monthly')).toMatchObject({
    reason: 'Like the last payment to this payee',
    certain: false,
  })
  await undo('HOSTING 4711')
  expect(await ledgerSums(db)).toEqual({})
  expect((await lineWith('HOSTING 4711')).status).toBe('open')
})

test('a rule assigns a payer to a client', async () => {
  const { add, best, owner, clientId } = await setUp()
  await owner.bank.saveRule({ field: 'party', contains: 'Parent Holding', client_id: clientId })
  await add(1234, 'Something', { name: 'The Parent Holding AG', iban: '' })
  expect(await best('Something')).toEqual({
    label: 'Credit of Home Client',
    reason: 'Home Client: your rule “Parent Holding”',
    certain: false,
  })
})

test('a transfer between the agency’s accounts settles both lines and books nothing', async () => {
  const { importing, owner, db, lineWith, undo } = await setUp()
  const SAVINGS = 'DE75512108001245126199'
  await importing(toCamt([statementOf([lineOf(-50_000, 'To savings', { iban: SAVINGS })])]))
  await importing(toCamt([statementOf([lineOf(50_000, 'From main')], { account: SAVINGS })]))
  const { id, version, suggestions } = await lineWith('To savings')
  expect(suggestions[0]).toMatchObject({ label: 'Transfer to USD account 6199', confidence: 97 })
  await owner.bank.accept({ id, version, parts: suggestions[0]?.parts ?? [] })
  expect((await owner.bank.lines({ status: 'matched' })).items).toHaveLength(2)
  expect(await ledgerSums(db)).toEqual({})
  await undo('From main')
  expect((await owner.bank.lines({})).items).toHaveLength(2)
})

test('an account of the agency first added by its national number is recognized as the counterparty', async () => {
  const { importing, lineWith } = await setUp()
  await importing(toMt940([statementOf([lineOf(50_000, 'From main')], { account: '51210800/1245126199' })]))
  const transfer = lineOf(-50_000, 'To savings', { iban: 'DE75512108001245126199' })
  await importing(toCamt([statementOf([transfer])]))
  expect((await lineWith('To savings')).suggestions[0]).toMatchObject({
    label: 'Transfer to USD account 6199',
    reason: 'The account is your own and has the opposite line',
  })
})

test.each([
  [97_100, 'Payout of card payments', 'The payer is Stripe, and a payout of this amount is due'],
  [-5000, 'Withdrawal by Stripe', 'Stripe is named, and it withdrew this amount'],
])('a payout of card payments (%i) is linked and not booked again', async (amount, label, reason) => {
  const { add, best, accept, lineWith, owner, db, world } = await setUp()
  const created_at = '2026-03-01T10:00:00.000Z'
  await db
    .insertInto('provider_payouts')
    .values({
      id: crypto.randomUUID(),
      agency_id: world.home.agencyId,
      account: 'instance',
      provider_payout_id: 'po_1',
      amount,
      currency: 'USD',
      status: 'paid',
      itemization: 'complete',
      arrives_on: '2026-03-02',
      ...{ failure_message: null, read_at: null, created_at, updated_at: created_at },
    })
    .execute()
  await add(amount, 'STRIPE PAYOUT', { name: 'Stripe Payments' })
  expect(await best('STRIPE PAYOUT')).toMatchObject({ label, reason, certain: true })
  const { id } = await lineWith('STRIPE PAYOUT')
  expect((await owner.bank.choices({ id })).provider_payouts).toMatchObject([{ reference: 'po_1', amount }])
  expect(await accept('STRIPE PAYOUT')).toMatchObject({
    matches: [{ kind: 'provider_payout', label, amount, booked: false }],
  })
  expect(await ledgerSums(db)).toEqual({})
})

test('an ignored line is no longer open until it is restored', async () => {
  const { add, lineWith, owner } = await setUp()
  await add(1, 'Interest')
  const { id } = await lineWith('Interest')
  await owner.bank.setIgnored({ id, ignored: true })
  await lineWith('Interest', 'ignored')
  await owner.bank.setIgnored({ id, ignored: false })
  await lineWith('Interest')
})

test('credit that has been used can’t be undone', async () => {
  const { add, lineWith, owner, clientId, invoices } = await setUp()
  await add(10_000, 'Deposit')
  const { id, version } = await lineWith('Deposit')
  await owner.bank.accept({ id, version, parts: [{ kind: 'deposit', client_id: clientId, amount: 10_000 }] })
  await owner.invoices.applyCredit({ id: invoices[0].id })
  await expect(owner.bank.undo({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await lineWith('Deposit', 'matched')
  await owner.invoices.removeCredit({ id: invoices[0].id })
  await owner.bank.undo({ id })
  await lineWith('Deposit')
})
