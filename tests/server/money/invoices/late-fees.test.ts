import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { chargeLateFees } from '#server/money/invoices/collection/commands/charge-late-fees.ts'
import { type CollectionRulesDto, lateFeeWords } from '#shared/money/invoices/schemas/credit.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = () => callerAs(db, world.home.owner)
const runOn = (day: string) => chargeLateFees(ctxFor(testServices(db), null, new Date(`${day}T12:00:00Z`)))

async function turnOn(changes: Partial<CollectionRulesDto> = {}, now?: Date) {
  const owner = callerAs(db, world.home.owner, { now })
  const { currency: _, ...rules } = { ...(await owner.invoices.collectionRules()), ...changes }
  return owner.invoices.saveCollectionRules(rules)
}

const fees = async () =>
  (await asOwner().invoices.list({ limit: 100 })).items
    .filter((invoice) => invoice.late_fee_of !== null)
    .toReversed()

/** Due on April 3. */
const sendLate = () => sendInvoiceTo(asOwner(), world.home.client.clientId)

test('off by default: no fees are charged', async () => {
  await sendLate()
  expect(await runOn('2026-06-01')).toBe(0)
})

test('a fee is an invoice of its own, after the grace period and then monthly, up to a maximum', async () => {
  await turnOn({ late_fees: 'send', fee_bps: 150, grace_days: 7, max_fees: 2 })
  const id = await sendLate()
  expect(await runOn('2026-04-09')).toBe(0)
  expect(await runOn('2026-04-10')).toBe(1)
  expect(await runOn('2026-05-09')).toBe(0)
  expect(await runOn('2026-05-10')).toBe(1)
  expect(await runOn('2026-09-01')).toBe(0)
  const [first] = await fees()
  expect(first).toMatchObject({
    title: 'Late fee for INV-1001',
    number: 'INV-1002',
    status: 'sent',
    amount: 54_00,
    tax: 0,
    late_fee_of: id,
    items: [
      {
        description: 'Late fee for INV-1001: 1.5% of $3,600.00 USD, due on Apr 03, 2026',
        tax_category: 'outside_scope',
      },
    ],
  })
  expect(await fees()).toHaveLength(2)
})

test('repeated and concurrent runs create each fee once', async () => {
  await turnOn({ late_fees: 'send', max_fees: 3 })
  await sendLate()
  const runs = await Promise.all([runOn('2026-05-10'), runOn('2026-05-10'), runOn('2026-05-10')])
  expect(runs.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await runOn('2026-05-10')).toBe(0)
  expect(await fees()).toHaveLength(2)
})

test('a run that fails midway leaves nothing behind, and the next one creates the fee', async () => {
  await turnOn({ late_fees: 'send' })
  await sendLate()
  await db.updateTable('clients').set({ billing_currency: 'USD' }).execute()
  const services = testServices(db)
  const broken = { ...services, clock: services.clock }
  await db.schema.alterTable('invoice_pay_links').renameTo('links_gone').execute()
  expect(await chargeLateFees(ctxFor(broken, null, new Date('2026-04-20T12:00:00Z')))).toBe(0)
  await db.schema.alterTable('links_gone').renameTo('invoice_pay_links').execute()
  expect(await fees()).toEqual([])
  expect(await runOn('2026-04-20')).toBe(1)
  expect((await fees())[0]).toMatchObject({ number: 'INV-1002' })
})

test('the fee is based on the amount due, and is drafted if the owner wants to review it', async () => {
  await turnOn({ late_fees: 'draft', fee_bps: 1000 })
  const id = await sendLate()
  await asOwner().payments.recordManual({
    invoice_id: id,
    amount: 3500_00,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  expect(await runOn('2026-04-20')).toBe(1)
  expect(await fees()).toMatchObject([{ status: 'draft', number: null, amount: 10_00 }])
})

test("a drafted fee that the owner deletes isn't drafted again; the next month's is", async () => {
  await turnOn({ late_fees: 'draft', max_fees: 4 })
  await sendLate()
  expect(await runOn('2026-05-10')).toBe(2)
  for (const { id } of await fees()) await asOwner().invoices.delete({ id })
  expect(await runOn('2026-05-11')).toBe(0)
  expect(await fees()).toEqual([])
  expect(await runOn('2026-06-11')).toBe(1)
  const [{ id } = { id: '' }] = await fees()
  await expect(callerAs(db, world.foreign.owner).invoices.delete({ id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await asOwner().invoices.send({ id })
  expect(await runOn('2026-06-12')).toBe(0)
})

test("a fee that can't be sent as the client's e-invoice remains a draft, and its owner is told why", async () => {
  await turnOn({ late_fees: 'send', max_fees: 2 })
  await sendLate()
  const { clientId } = world.home.client
  await db.updateTable('clients').set({ e_invoice_format: 'xrechnung' }).where('id', '=', clientId).execute()
  expect(await runOn('2026-04-20')).toBe(1)
  expect(await runOn('2026-04-21')).toBe(0)
  expect(await fees()).toMatchObject([{ status: 'draft', number: null }])
  const title = 'The late fee for INV-1001 wasn’t sent: its e-invoice lacks required details'
  const { items } = await asOwner().notifications.list({})
  expect(items.filter(({ event }) => event === 'invoice_held')).toMatchObject([{ title }])
  expect((await asOwner().activity.list({})).items[0]?.summary).toBe(
    'Late fee for INV-1001 drafted, but not sent: its e-invoice lacks required details',
  )
})

test('the maximum applies to an invoice, not to each of its installments', async () => {
  await turnOn({ late_fees: 'send', max_fees: 2 })
  const draft = draftFor(world.home.client.clientId)
  const { id } = await asOwner().invoices.save({ ...draft, instalments: ['2026-03-20', '2026-07-20'] })
  const sent = await asOwner().invoices.send({ id })
  expect(await runOn('2026-04-28')).toBe(2)
  const { amount = 0 } = sent.instalments[0] ?? {}
  const request_id = crypto.randomUUID()
  await asOwner().payments.recordManual({ invoice_id: id, amount, method: 'bank', request_id })
  expect(await runOn('2026-08-20')).toBe(0)
})

test("a flat fee applies only in the agency's currency", async () => {
  await turnOn({ late_fees: 'send', fee_type: 'flat', fee_amount: 40_00 })
  await sendLate()
  const euros = { ...draftFor(world.home.client.clientId), currency: 'EUR', booking_rate: '1.1' }
  const { id } = await asOwner().invoices.save(euros)
  await asOwner().invoices.send({ id })
  expect(await runOn('2026-04-20')).toBe(1)
  expect(await fees()).toMatchObject([{ amount: 40_00, currency: 'USD' }])
})

test('no fee for invoices that were late before the rule, paid, written off, refunded or fees themselves', async () => {
  await sendLate()
  await turnOn({ late_fees: 'send', grace_days: 0, max_fees: 24 }, new Date('2026-05-20T10:00:00Z'))
  expect(await runOn('2026-05-21')).toBe(0)
  expect(await runOn('2026-06-04')).toBe(1)
  const [fee] = await fees()
  const written = await sendLate()
  await asOwner().invoices.writeOff({ id: written, reason: 'Gone' })
  // The first invoice's July fee; the earlier fee is late but causes none.
  expect(fee?.dueDate).toBe('2026-06-18')
  expect(await runOn('2026-07-04')).toBe(1)
})

/** Records a payment of all of the first installment on one day, and reverses it on another. */
async function payByMistake(id: string, recorded: string, reversed: string): Promise<void> {
  const on = (day: string) => callerAs(db, world.home.owner, { now: new Date(`${day}T12:00:00Z`) })
  const { amount_due, instalments } = await asOwner().invoices.get({ id })
  const payment = await on(recorded).payments.recordManual({
    ...{ invoice_id: id, amount: instalments[0]?.amount ?? amount_due, method: 'bank' },
    request_id: crypto.randomUUID(),
  })
  await on(reversed).payments.reverse({ id: payment.id })
}

test.each([
  ['an invoice', '2026-04-10', []],
  ['an installment', '2026-03-27', ['2026-03-20', '2026-07-20']],
])('%s paid by mistake is as late as before when that is reversed', async (_, firstFee, instalments) => {
  await turnOn({ late_fees: 'send', grace_days: 7, max_fees: 3 })
  const { id } = await asOwner().invoices.save({ ...draftFor(world.home.client.clientId), instalments })
  await asOwner().invoices.send({ id })
  expect(await runOn(firstFee)).toBe(1)
  await payByMistake(id, '2026-04-12', '2026-04-13')
  expect((await asOwner().invoices.get({ id })).status).toBe('overdue')
  expect(await runOn('2026-04-26')).toBe(0)
  expect(await runOn('2026-05-10')).toBe(1)
})

test('no fee is charged for the time in which an invoice was paid by mistake', async () => {
  await turnOn({ late_fees: 'send', grace_days: 7, max_fees: 3 })
  const id = await sendLate()
  expect(await runOn('2026-04-10')).toBe(1)
  await payByMistake(id, '2026-04-12', '2026-06-20')
  expect(await runOn('2026-06-26')).toBe(0)
  expect(await runOn('2026-06-27')).toBe(1)
})

/** An invoice with three late fees: an unpaid one, one of which 10 was paid, and a draft. */
async function sendWithFees() {
  await turnOn({ late_fees: 'send', max_fees: 3 })
  const id = await sendLate()
  expect(await runOn('2026-04-10')).toBe(1)
  expect(await runOn('2026-05-10')).toBe(1)
  await turnOn({ late_fees: 'draft', max_fees: 3 })
  expect(await runOn('2026-06-10')).toBe(1)
  const [unpaid, partlyPaid, draft] = await fees()
  if (unpaid === undefined || partlyPaid === undefined || draft === undefined) throw new Error('No fees')
  const payment = { amount: 10_00, method: 'bank', request_id: crypto.randomUUID() } as const
  await asOwner().payments.recordManual({ invoice_id: partlyPaid.id, ...payment })
  return { id, unpaid, partlyPaid, draft }
}

test('an invoice lists its open late fees, for its issuer only', async () => {
  const { id, unpaid, partlyPaid, draft } = await sendWithFees()
  const get = async (who: World['home']['owner']) => (await callerAs(db, who).invoices.get({ id })).late_fees
  expect(await get(world.home.owner)).toEqual([
    { id: unpaid.id, number: 'INV-1002', amount_due: 54_00, voidable: true },
    { id: partlyPaid.id, number: 'INV-1003', amount_due: 44_00, voidable: false },
    { id: draft.id, number: null, amount_due: 54_00, voidable: true },
  ])
  expect(await get(world.home.client)).toEqual([])
  await expect(get(world.foreign.owner)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['void', 'credit'] as const)(
  '%s withdraws the late fees on which nothing was paid, if asked to',
  async (how) => {
    const { id, unpaid, partlyPaid, draft } = await sendWithFees()
    const other = await sendLate()
    expect(await runOn('2026-05-10')).toBe(2)
    const input = { id, reason: 'Wrong client', void_late_fees: true }
    if (how === 'void') await asOwner().invoices.void({ id, void_late_fees: true })
    else await asOwner().invoices.credit(input)
    const statusOf = async (fee: string) => (await asOwner().invoices.get({ id: fee })).status
    expect(await statusOf(unpaid.id)).toBe('void')
    expect(await statusOf(partlyPaid.id)).toBe('sent')
    await expect(statusOf(draft.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await asOwner().invoices.get({ id: other })).late_fees).toHaveLength(2)
  },
)

test('without the choice, and after a partial credit note, the late fees stay', async () => {
  const { id, unpaid } = await sendWithFees()
  const left = async () => (await asOwner().invoices.get({ id })).late_fees.length
  await asOwner().invoices.credit({ id, reason: 'Discount', amount: 100_00, void_late_fees: true })
  expect(await left()).toBe(3)
  await asOwner().invoices.credit({ id, reason: 'Wrong client' })
  expect(await left()).toBe(3)
  await asOwner().invoices.void({ id: unpaid.id })
  expect(await left()).toBe(2)
})

test("a late fee of a closed period is credited, also if its invoice's period is", async () => {
  const { id, unpaid } = await sendWithFees()
  const later = callerAs(db, world.home.owner, { now: new Date('2026-07-01T12:00:00Z') })
  await later.finance.setLocks({ hard_until: '2026-03-31', soft_until: unpaid.issued_on, version: 0 })
  await later.invoices.void({ id, void_late_fees: true })
  expect(await asOwner().invoices.get({ id: unpaid.id })).toMatchObject({
    status: 'paid',
    amount_credited: 54_00,
  })
})

test('settings describe the rule in words', async () => {
  const rules = await turnOn({ late_fees: 'send', fee_bps: 150, grace_days: 7, max_fees: 3 })
  expect(lateFeeWords(rules)).toBe(
    '7 days after the due date, and again each month, at most 3 times, an invoice over 1.5% of the amount still due is sent to the client.',
  )
  expect(
    lateFeeWords({ ...rules, late_fees: 'draft', fee_type: 'flat', fee_amount: 40_00, max_fees: 1 }),
  ).toBe(
    '7 days after the due date an invoice over $40.00 is drafted for you to send. Only invoices in USD are charged.',
  )
  await expect(turnOn({ version: 0 })).rejects.toMatchObject({ code: 'CONFLICT' })
})
