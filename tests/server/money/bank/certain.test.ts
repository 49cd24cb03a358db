import { expect, test } from 'vitest'
import { toCamt } from '#tests/support/money/bank-files.ts'
import { ledgerSums, lineOf, PAYER, setUpBank, statementOf } from '#tests/support/money/bank-import.ts'

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

test('a known account isn’t certain if its payer has the name of two others', async () => {
  const { add, best, payFirst, owner } = await setUp()
  await payFirst()
  for (const email of ['one@example.com', 'two@example.com']) {
    await owner.clients.save({ name: 'Beta Trading', email })
  }
  await add(lineOf(360_000, 'Milestone', { name: 'Beta Trading Ltd', iban: PAYER }))
  expect((await best())[0]?.confidence).toBe(86)
})
