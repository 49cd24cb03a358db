import { expect, test } from 'vitest'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { batchesOf } from '#shared/base/paging.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import {
  ACCOUNT,
  ledgerSums,
  lineOf,
  PAYER,
  setUpBank,
  statementOf,
} from '#tests/support/money/bank/bank-import.ts'
import { draftFor } from '#tests/support/money/money.ts'

async function setUp() {
  const bank = await setUpBank()
  const add = async (...lines: ReturnType<typeof lineOf>[]) => {
    await bank.importing(toCamt([statementOf(lines)]))
  }
  /** The best suggestion of each line to do. */
  const best = async () =>
    (await bank.openLines()).map(({ suggestions: [suggestion] }) => ({
      label: suggestion?.label,
      reason: suggestion?.reason,
      confidence: suggestion?.confidence,
    }))
  /** Settles an invoice with a line from the payer's account, which is known from then on. */
  const payFirst = async () => {
    await add(lineOf(360_000, bank.invoices[0].number))
    expect(await bank.owner.bank.acceptCertain({})).toMatchObject({ accepted: 1 })
  }
  return { ...bank, add, best, payFirst }
}

test('a line that names a paid invoice isn’t certain to pay another of the same amount', async () => {
  const { add, best, payFirst, owner, invoices, db } = await setUp()
  await payFirst()
  const [first, second] = invoices
  await add(lineOf(360_000, `Invoice ${first.number.replaceAll('-', ' ')}, thanks`))
  expect(await best()).toEqual([
    {
      label: `${second.number} of Home Client`,
      reason:
        'Home Client: they have paid from this account before, and the amount is due, ' +
        `but the text names ${first.number}, which is paid`,
      confidence: 70,
    },
  ])
  expect(await owner.bank.acceptCertain({})).toMatchObject({ accepted: 0 })
  expect(await ledgerSums(db)).toEqual({ income: 360_000 })
  // One that is open decides.
  await add(lineOf(360_000, `${first.number} and ${second.number}`))
  expect(await owner.bank.acceptCertain({})).toMatchObject({ accepted: 1 })
})

test('a void invoice, one in another currency, or one with a payment under way is no other’s', async () => {
  const { add, best, payFirst, owner, invoices, sendInvoice } = await setUp()
  await payFirst()
  const [, second] = invoices
  const euros = await sendInvoice({ currency: 'EUR', booking_rate: '1.1' })
  const announced = await sendInvoice()
  const gone = await sendInvoice()
  await owner.invoices.void({ id: gone.id })
  await owner.payments.recordManual({
    ...{ invoice_id: announced.id, amount: 360_000, method: 'cash', received: false },
    request_id: crypto.randomUUID(),
  })
  for (const [number, words] of [
    [gone.number, 'which is void'],
    [euros.number, 'which is in EUR'],
    [announced.number, 'which has a payment under way'],
  ]) {
    await add(lineOf(360_000, number ?? ''))
    const [{ label, reason, confidence } = {}] = await best()
    expect(label).toBe(`${second.number} of Home Client`)
    expect([reason?.split(', but ')[1], confidence]).toEqual([`the text names ${number}, ${words}`, 70])
    const [line] = await owner.bank.lines({}).then(({ items }) => items)
    await owner.bank.setIgnored({ id: line?.id ?? '', ignored: true })
  }
})

test('a payment in the books isn’t certain for a line that names another invoice', async () => {
  const { add, best, payFirst, owner, invoices } = await setUp()
  await payFirst()
  const [first, second] = invoices
  await owner.payments.recordManual({
    ...{ invoice_id: second.id, amount: 360_000, method: 'bank' },
    request_id: crypto.randomUUID(),
  })
  await add(lineOf(360_000, first.number))
  expect(await best()).toMatchObject([
    {
      label: `Payment of ${second.number} by Home Client`,
      reason: `It is in the books, and the amount and the payer match, but the text names ${first.number}, which is paid`,
      confidence: 70,
    },
  ])
  expect(await owner.bank.acceptCertain({})).toMatchObject({ accepted: 0 })
})

test('the name of another client makes a known account uncertain', async () => {
  const { add, best, payFirst, owner, sendInvoice, invoices } = await setUp()
  await payFirst()
  const { id } = await owner.clients.save({ name: 'Beta Trading', email: 'beta@example.com' })
  const theirs = await sendInvoice({ client_id: id })
  await add(lineOf(360_000, 'Milestone', { name: 'Beta Trading Ltd', iban: PAYER }))
  expect(await best()).toEqual([
    {
      label: `${theirs.number} of Beta Trading`,
      reason: 'Beta Trading: the payer has their name, and the amount is due',
      confidence: 86,
    },
  ])
  await add(lineOf(360_000, 'Milestone', { name: 'Home Client', iban: PAYER }))
  expect(await owner.bank.acceptCertain({})).toMatchObject({ accepted: 1 })
  expect(await owner.invoices.get({ id: invoices[1].id })).toMatchObject({ status: 'paid' })
})

test('a line’s own account identifies nobody: not the client who paid first, and no transfer', async () => {
  const { add, best, owner, invoices } = await setUp()
  await add(lineOf(360_000, invoices[0].number, { name: 'Some Bank Customer', iban: ACCOUNT }))
  await owner.bank.acceptCertain({})
  await add(lineOf(360_000, 'Milestone', { name: 'Somebody Else', iban: ACCOUNT }))
  expect(await best()).toEqual([
    {
      label: `${invoices[1].number} of Home Client`,
      reason: 'Only this invoice has this amount due',
      confidence: 50,
    },
  ])
  expect(await owner.bank.acceptCertain({})).toMatchObject({ accepted: 0 })
})

test('a payee’s category isn’t suggested for all others because of the agency’s own account number', async () => {
  const { add, best, openLines, owner } = await setUp()
  await add(lineOf(-5000, 'Chairs', { name: 'Chair Makers', iban: ACCOUNT }))
  const [line] = await openLines()
  const expense = { kind: 'expense', amount: 5000, category: 'office', description: 'Chairs' } as const
  await owner.bank.accept({
    ...{ id: line?.id ?? '', version: line?.version ?? 0 },
    parts: [{ ...expense, vendor: null }],
  })
  await add(lineOf(-700, 'Power', { name: 'Power Works', iban: ACCOUNT }))
  expect(await best()).toEqual([{ label: undefined, reason: undefined, confidence: undefined }])
  await add(lineOf(-800, 'More chairs', { name: 'Chair Makers', iban: ACCOUNT }))
  expect(await best()).toContainEqual(expect.objectContaining({ label: 'Expense: office' }))
})

test('a known account isn’t certain if its payer has the name of two others', async () => {
  const { add, best, payFirst, owner } = await setUp()
  await payFirst()
  for (const email of ['one@example.com', 'two@example.com']) {
    await owner.clients.save({ name: 'Beta Trading', email })
  }
  await add(lineOf(360_000, 'Milestone', { name: 'Beta Trading Ltd', iban: PAYER }))
  expect((await best())[0]?.confidence).toBe(86)
})

test('a transfer for a written-off invoice recovers it, not before it was written off', async () => {
  const { add, best, openLines, owner, invoices, db } = await setUp()
  const [{ id, number }, other] = invoices
  await owner.invoices.writeOff({ id, reason: 'Insolvent', written_off_on: '2026-03-04' })
  await add(lineOf(360_000, number))
  expect((await best())[0]).toEqual({
    label: `${number} (written off) of Home Client`,
    reason: `The text names ${number}, and the amount was written off`,
    confidence: 85,
  })
  const [line] = await openLines()
  const { id: line_id = '', version = 0, suggestions = [] } = line ?? {}
  const choices = await owner.bank.choices({ id: line_id })
  expect(choices.invoices.map((one) => [one.number, one.due, one.written_off])).toEqual([
    [other.number, 360_000, false],
    [number, 360_000, true],
  ])
  expect((await owner.bank.acceptCertain({})).accepted).toBe(0)
  await owner.bank.accept({ id: line_id, version, parts: suggestions[0]?.parts ?? [] })
  expect(await owner.invoices.get({ id })).toMatchObject({
    status: 'paid',
    amount_paid: 360_000,
    amount_written_off: 0,
    paid_at: '2026-03-02T11:00:00.000Z',
  })
  expect(await ledgerSums(db)).toEqual({ income: 360_000 })
  const days = db.selectFrom('ledger_entries').select(['direction', 'amount', 'occurred_on'])
  expect(await days.orderBy('occurred_on').orderBy('amount').execute()).toEqual([
    { direction: 'income', amount: 360_000, occurred_on: '2026-03-02' },
    { direction: 'write_off', amount: -360_000, occurred_on: '2026-03-04' },
    { direction: 'write_off', amount: 360_000, occurred_on: '2026-03-04' },
  ])
})

test('undoing the match of a transfer for a written-off invoice writes it off again, with its tax', async () => {
  const { add, openLines, owner, clientId, world, db } = await setUp()
  const items = [{ description: 'Design', quantity: 1, rate: 100_000, tax_bps: 1900 }]
  const earlier = callerAs(db, world.home.owner, { now: new Date('2026-03-01T10:00:00Z') })
  const { id } = await earlier.invoices.save({ ...draftFor(clientId), items })
  const { number } = await earlier.invoices.send({ id })
  await owner.invoices.writeOff({ id, reason: 'Insolvent', written_off_on: '2026-03-01' })
  const lost = await owner.invoices.get({ id })
  const { output_total } = await owner.finance.taxReport({ basis: 'issued' })
  const loss = { write_off: 119_000 }
  for (const amount of [119_000, 50_001]) {
    await add(lineOf(amount, number ?? ''))
    const [line] = await openLines()
    const parts = [{ kind: 'invoice' as const, invoice_id: id, amount }]
    await owner.bank.accept({ id: line?.id ?? '', version: line?.version ?? 0, parts })
    expect((await owner.invoices.get({ id })).amount_written_off).toBe(119_000 - amount)
    await owner.bank.undo({ id: line?.id ?? '' })
    expect(await owner.invoices.get({ id })).toMatchObject({
      ...{ status: 'paid', paid_at: null, amount_due: 0, amount_paid: 0, amount_written_off: 119_000 },
      ...{ written_off_on: lost.written_off_on, write_off_reason: 'Insolvent', reopened: 0 },
    })
    expect(await ledgerSums(db)).toEqual(loss)
    expect(await owner.finance.taxReport({ basis: 'issued' })).toMatchObject({ output_total })
    await owner.bank.setIgnored({ id: line?.id ?? '', ignored: true })
  }
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['category', 'amount', 'occurred_on'])
    .execute()
  const onDay = (day: string) => entries.filter(({ occurred_on }) => occurred_on === day)
  expect(onDay('2026-03-02').reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  expect(await markOverdueInvoices(ctxFor(testServices(db), null, new Date('2026-06-10T10:00:00Z')))).toBe(2)
})

test('hundreds of older open invoices don’t hide one due later from the choices', async () => {
  const { add, openLines, owner, invoices, db } = await setUp()
  const [{ id }, { number }] = invoices
  const earlier = await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: 300 }, (_, index) => ({
    ...earlier,
    id: crypto.randomUUID(),
    number: `OLD-${index}`,
    due_on: '2026-03-01',
  }))
  // Databases limit the parameters of a statement.
  for (const some of batchesOf(copies, 50)) await db.insertInto('invoices').values(some).execute()
  await add(lineOf(360_000, 'Thanks'))
  const [line] = await openLines()
  const choices = await owner.bank.choices({ id: line?.id ?? '' })
  expect(choices.invoices.map((one) => one.number)).toContain(number)
})

test('a payer’s transfer pays what is due before it recovers what was written off', async () => {
  const { add, best, payFirst, owner, invoices, sendInvoice } = await setUp()
  await payFirst()
  const [, second] = invoices
  await owner.invoices.writeOff({ id: second.id, reason: 'Insolvent' })
  await add(lineOf(360_000, 'Thanks'))
  const known = 'Home Client: they have paid from this account before'
  expect((await best())[0]).toEqual({
    label: `${second.number} (written off) of Home Client`,
    reason: `${known}, and the amount was written off`,
    confidence: 85,
  })
  const third = await sendInvoice()
  expect((await best())[0]).toEqual({
    label: `${third.number} of Home Client`,
    reason: `${known}, and the amount is due`,
    confidence: 93,
  })
})

const EXPENSE = {
  ...{ category: 'office' as const, vendor: 'Landlord Estates', description: 'Rent of March' },
  ...{ amount: 100_000, tax_amount: 15_966, tax_bps: 1900 },
}

/** A bank with a rule for rent, and the rent already entered with its input tax. */
async function setUpRent(spent_on = '2026-03-01') {
  const bank = await setUp()
  const { owner, add, db } = bank
  const entered = await owner.finance.saveExpense({ ...EXPENSE, spent_on })
  await owner.bank.saveRule({ field: 'party', contains: 'Landlord', category: 'office' })
  const rent = (rest: object = {}) =>
    add(lineOf(-100_000, 'Rent 03/2026', { name: 'Landlord Estates', iban: '', ...rest }))
  const expenses = async () => (await db.selectFrom('expenses').select('id').execute()).map(({ id }) => id)
  return { ...bank, entered, rent, expenses }
}

test('an expense already entered with its receipt is linked, not booked again', async () => {
  const { best, rent, owner, db, entered, expenses, openLines } = await setUpRent()
  await rent()
  expect(await best()).toEqual([
    {
      label: 'Rent of March, Landlord Estates',
      reason: 'It is in the books, and the amount and the vendor match',
      confidence: 95,
    },
  ])
  const [line] = await openLines()
  expect(line?.suggestions[1]).toMatchObject({
    reason: 'Your rule “Landlord”, but an expense of this amount is in the books',
    confidence: 70,
  })
  expect(await owner.bank.acceptCertain({})).toMatchObject({ accepted: 1 })
  expect(await expenses()).toEqual([entered.id])
  expect(await ledgerSums(db)).toEqual({ expense: 100_000 })
  const { items: matched } = await owner.bank.lines({ status: 'matched' })
  expect(matched[0]?.matches).toMatchObject([
    { kind: 'expense', label: 'Expense “Rent of March”', amount: -100_000, booked: false },
  ])

  // Another line can't be linked to it, and isn't suggested it.
  await rent({ day: '2026-03-03' })
  const [other] = await openLines()
  expect(other?.suggestions).toMatchObject([{ label: 'Expense: office', confidence: 92 }])
  const { id = '', version = 0 } = other ?? {}
  expect((await owner.bank.choices({ id })).expenses).toEqual([])
  const parts = [{ kind: 'entered_expense' as const, expense_id: entered.id }]
  await expect(owner.bank.accept({ id, version, parts })).rejects.toThrow('has already been matched')

  await owner.bank.undo({ id: matched[0]?.id ?? '' })
  expect(await expenses()).toEqual([entered.id])
  expect(await ledgerSums(db)).toEqual({ expense: 100_000 })
  expect((await owner.bank.choices({ id })).expenses).toEqual([
    {
      id: entered.id,
      vendor: 'Landlord Estates',
      description: 'Rent of March',
      amount: 100_000,
      spent_on: '2026-03-01',
    },
  ])
})

test('an entered expense of another vendor is suggested, and the rule isn’t certain', async () => {
  const { best, rent, owner } = await setUpRent()
  await rent({ name: 'Landlord GmbH' })
  expect(await best()).toEqual([
    {
      label: 'Rent of March, Landlord Estates',
      reason: 'It is in the books, and the amount matches',
      confidence: 80,
    },
  ])
  expect(await owner.bank.acceptCertain({})).toMatchObject({ accepted: 0 })
})

test('a bill paid weeks after its date is suggested only with its vendor’s name', async () => {
  const { best, rent, openLines } = await setUpRent('2026-02-01')
  await rent()
  expect((await best())[0]).toMatchObject({ label: 'Rent of March, Landlord Estates', confidence: 85 })
  await rent({ name: 'Landlord GmbH' })
  const other = (await openLines()).find(({ party_name }) => party_name === 'Landlord GmbH')
  expect(other?.suggestions).toMatchObject([{ label: 'Expense: office', confidence: 92 }])
})

test('an expense of a closed period can be matched, and a reversed one can’t', async () => {
  const { rent, owner, openLines, entered, db, world } = await setUpRent()
  await rent()
  await owner.finance.setLocks({ soft_until: null, hard_until: '2026-03-03', version: 0 })
  expect(await owner.bank.acceptCertain({})).toMatchObject({ accepted: 1, refused: [] })
  const [matched] = (await owner.bank.lines({ status: 'matched' })).items
  await owner.bank.undo({ id: matched?.id ?? '' })
  expect(await ledgerSums(db)).toEqual({ expense: 100_000 })
  await owner.finance.deleteExpense({ id: entered.id, confirm_period: true })
  const [{ id, version, suggestions } = { id: '', version: 0, suggestions: [] }] = await openLines()
  expect(suggestions).toMatchObject([{ label: 'Expense: office' }])
  const other = callerAs(db, world.foreign.owner)
  const theirs = await other.finance.saveExpense({ ...EXPENSE, spent_on: '2026-03-01' })
  for (const expense_id of [entered.id, theirs.id]) {
    const parts = [{ kind: 'entered_expense' as const, expense_id }]
    await expect(owner.bank.accept({ id, version, parts })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})
