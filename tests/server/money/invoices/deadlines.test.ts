import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { chargeLateFees } from '#server/money/invoices/collection/commands/charge-late-fees.ts'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import type { RecurringFrequency } from '#shared/money/invoices/invoices.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { depositOf, draftFor, refundForm } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

async function renew() {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
}
beforeEach(renew)

const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const ownerOn = (day: string) => callerAs(db, world.home.owner, { now: noon(day) })
const jobsOn = (day: string) => ctxFor(testServices(db, { now: noon(day) }), null, noon(day))

/** Late fees of 1.5 % after a week, at most three. */
async function chargeFees(late_fees: 'send' | 'draft' = 'send') {
  const owner = ownerOn('2026-03-01')
  const { currency: _, ...rules } = await owner.invoices.collectionRules()
  await owner.invoices.saveCollectionRules({ ...rules, late_fees, grace_days: 7, max_fees: 3 })
}

/** Runs the hourly job until there is nothing left to do. */
async function writeMissed(day: string): Promise<number> {
  const written = await writeRecurringInvoices(jobsOn(day))
  return written === 0 ? 0 : written + (await writeMissed(day))
}

async function collectOn(day: string) {
  return {
    overdue: await markOverdueInvoices(jobsOn(day)),
    fees: await chargeLateFees(jobsOn(day)),
    reminders: await remindOfInvoices(jobsOn(day)),
  }
}

const NOTHING = { overdue: 0, fees: 0, reminders: 0 }

async function planFrom(starts_on: string, terms: { due_days?: number; send_automatically?: boolean } = {}) {
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const plan = { ...content, frequency: 'monthly' as const, starts_on, due_days: 14, ...terms }
  return ownerOn('2026-03-04').invoices.saveRecurring(plan)
}

const sentInvoices = () =>
  db
    .selectFrom('invoices')
    .select(['id', 'status', 'issued_on', 'due_on'])
    .where('kind', '=', 'invoice')
    .where('late_fee_of', 'is', null)
    .where('number', 'is not', null)
    .orderBy('number')
    .execute()

test('a plan resumed after five months creates the missed invoices, due from their day of issue', async () => {
  await chargeFees()
  const plan = await planFrom('2026-03-10')
  await ownerOn('2026-03-05').invoices.pauseRecurring({ id: plan.id, paused: true })
  await ownerOn('2026-08-10').invoices.pauseRecurring({ id: plan.id, paused: false, missed: 'write' })
  expect(await writeMissed('2026-08-10')).toBe(6)
  const terms = { status: 'sent', issued_on: '2026-08-10', due_on: '2026-08-24' }
  expect(await sentInvoices()).toMatchObject(Array(6).fill(terms))
  for (const day of ['2026-08-10', '2026-08-11', '2026-08-20']) expect(await collectOn(day)).toEqual(NOTHING)
  expect(await collectOn('2026-08-25')).toEqual({ ...NOTHING, overdue: 6, reminders: 6 })
  expect(await collectOn('2026-08-31')).toEqual({ overdue: 0, fees: 6, reminders: 6 })
})

test('after downtime, missed invoices are due from their day of issue', async () => {
  await chargeFees()
  await planFrom('2026-03-10')
  expect(await writeMissed('2026-06-12')).toBe(4)
  expect(await sentInvoices()).toMatchObject(Array(4).fill({ issued_on: '2026-06-12', due_on: '2026-06-26' }))
  expect(await collectOn('2026-06-13')).toEqual(NOTHING)
})

test('a draft whose due date has passed can only be sent with a new one', async () => {
  const { clientId } = world.home.client
  const { id } = await ownerOn('2026-03-04').invoices.save({ ...draftFor(clientId), due_date: '2026-03-18' })
  const owner = ownerOn('2026-09-01')
  expect((await ownerOn('2026-03-18').invoices.sendingNotes({ id })).due).toBeNull()
  expect((await owner.invoices.sendingNotes({ id })).due).toEqual({
    passed: '2026-03-18',
    offered: '2026-09-15',
  })
  expect((await owner.invoices.mailDraft({ id })).body).toContain('{standing}')
  for (const due_date of [undefined, '2026-08-31']) {
    await expect(owner.invoices.send({ id, due_date })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { details: { reason: 'due_passed', fields: { due_date: expect.any(String) } } },
    })
  }
  expect(await owner.invoices.send({ id, due_date: '2026-09-01' })).toMatchObject({
    dueDate: '2026-09-01',
    issued_on: '2026-09-01',
  })
  expect(await collectOn('2026-09-01')).toEqual(NOTHING)
  const mail = await db.selectFrom('mail_outbox').select('text').executeTakeFirstOrThrow()
  expect(mail.text).toContain('Sep 01, 2026')
  expect(mail.text).not.toContain('Mar 18, 2026')
})

test("a client's own payment terms are offered, and installments move together", async () => {
  const { clientId } = world.home.client
  await db.updateTable('clients').set({ payment_terms: 30 }).where('id', '=', clientId).execute()
  const instalments = ['2026-03-10', '2026-04-10', '2026-10-10']
  const { id } = await ownerOn('2026-03-04').invoices.save({ ...draftFor(clientId), instalments })
  const owner = ownerOn('2026-03-20')
  const { due } = await owner.invoices.sendingNotes({ id })
  expect(due).toEqual({ passed: '2026-03-10', offered: '2026-11-19' })
  const sent = await owner.invoices.send({ id, due_date: due?.offered })
  expect(sent.instalments.map(({ due_date }) => due_date)).toEqual(['2026-04-19', '2026-05-20', '2026-11-19'])
  expect(sent.dueDate).toBe('2026-11-19')
})

test("a plan's draft is due a number of days after it is sent, unless someone chooses a date", async () => {
  await planFrom('2026-03-10', { send_automatically: false })
  await writeMissed('2026-05-10')
  const drafts = (await ownerOn('2026-07-01').invoices.list({})).items
  expect(drafts.map(({ dueDate, due_next }) => [dueDate, due_next])).toEqual(
    Array(3).fill(['2026-07-15', '2026-07-15']),
  )
  const [kept = '', chosen = '', untouched = ''] = drafts.map(({ id }) => id)
  const content = draftFor(world.home.client.clientId)
  const owner = ownerOn('2026-07-01')
  await owner.invoices.save({ ...content, id: kept, title: 'Corrected', due_date: '2026-07-15' })
  await owner.invoices.save({ ...content, id: chosen, due_date: '2026-08-05' })
  const later = ownerOn('2026-07-20')
  const dueOf = async (id: string) => (await later.invoices.send({ id })).dueDate
  expect([await dueOf(kept), await dueOf(chosen), await dueOf(untouched)]).toEqual([
    '2026-08-03',
    '2026-08-05',
    '2026-08-03',
  ])
})

test('a late fee that remained a draft is due two weeks after it is sent', async () => {
  const owner = ownerOn('2026-03-04')
  const { currency: _, ...rules } = await owner.invoices.collectionRules()
  await owner.invoices.saveCollectionRules({ ...rules, late_fees: 'draft', max_fees: 1 })
  const { id } = await owner.invoices.save(draftFor(world.home.client.clientId))
  await owner.invoices.send({ id })
  expect(await chargeLateFees(jobsOn('2026-04-20'))).toBe(1)
  const later = ownerOn('2026-07-01')
  const fee = (await later.invoices.list({})).items.find(({ late_fee_of }) => late_fee_of === id)
  expect(await later.invoices.send({ id: fee?.id ?? '' })).toMatchObject({ dueDate: '2026-07-15' })
})

test("no reminder is sent on the day of the invoice's own email", async () => {
  const { clientId } = world.home.client
  const owner = ownerOn('2026-03-04')
  for (const due_date of ['2026-03-04', '2026-03-06']) {
    const { id } = await owner.invoices.save({ ...draftFor(clientId), due_date })
    await owner.invoices.send({ id })
  }
  expect(await remindOfInvoices(jobsOn('2026-03-04'))).toBe(0)
  expect(await remindOfInvoices(jobsOn('2026-03-05'))).toBe(1)
})

test("time in which an invoice was settled doesn't count as late", async () => {
  await chargeFees()
  const { clientId } = world.home.client
  const owner = ownerOn('2026-03-04')
  await owner.payments.recordManual(depositOf(clientId, 500_000))
  const { id } = await owner.invoices.save(draftFor(clientId))
  await owner.invoices.send({ id, apply_credit: true })
  const reopened = '2026-08-01'
  await ownerOn(reopened).invoices.removeCredit({ id })
  const { open_since, status } = await db
    .selectFrom('invoices')
    .select(['open_since', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([open_since, status]).toEqual([reopened, 'sent'])
  expect((await ownerOn(reopened).invoices.get({ id })).status).toBe('overdue')
  expect(await collectOn('2026-08-02')).toEqual({ ...NOTHING, overdue: 1 })
  expect(await collectOn('2026-08-08')).toEqual({ overdue: 0, fees: 1, reminders: 1 })
})

test("time in which an installment was settled doesn't count as late", async () => {
  await chargeFees()
  const { clientId } = world.home.client
  const owner = ownerOn('2026-03-04')
  await owner.payments.recordManual(depositOf(clientId, 180_000))
  const instalments = ['2026-04-03', '2026-12-01']
  const { id } = await owner.invoices.save({ ...draftFor(clientId), due_date: '2026-12-01', instalments })
  await owner.invoices.send({ id, apply_credit: true })
  await ownerOn('2026-08-01').invoices.removeCredit({ id })
  expect(await collectOn('2026-08-02')).toEqual({ ...NOTHING, overdue: 1 })
  expect(await collectOn('2026-08-08')).toEqual({ overdue: 0, fees: 1, reminders: 1 })
})

test('an installment that is reopened while a later one is late doesn’t delay that one’s deadlines', async () => {
  await chargeFees()
  const { clientId } = world.home.client
  const owner = ownerOn('2026-03-04')
  await owner.payments.recordManual(depositOf(clientId, 180_000))
  const instalments = ['2026-04-03', '2026-07-30']
  const { id } = await owner.invoices.save({ ...draftFor(clientId), due_date: '2026-07-30', instalments })
  await owner.invoices.send({ id, apply_credit: true })
  await ownerOn('2026-08-01').invoices.removeCredit({ id })
  expect(await collectOn('2026-08-06')).toEqual({ overdue: 0, fees: 1, reminders: 1 })
})

/** Due on April 3; written off on May 12 and due again on August 1. */
async function reopenOverdue() {
  const { id } = await ownerOn('2026-03-04').invoices.save(draftFor(world.home.client.clientId))
  await ownerOn('2026-03-04').invoices.send({ id })
  const before = []
  for (const day of ['2026-04-04', '2026-04-10', '2026-04-17', '2026-05-10'])
    before.push(await collectOn(day))
  await ownerOn('2026-05-12').invoices.writeOff({ id, reason: 'Gone' })
  await ownerOn('2026-08-01').invoices.undoWriteOff({ id })
  return { id, before }
}

test('an invoice that is due again is reminded of again, and everyone is told when it is overdue', async () => {
  const { before } = await reopenOverdue()
  const count = (days: { reminders: number }[]) => days.reduce((sum, { reminders }) => sum + reminders, 0)
  expect(count(before)).toBe(4)
  const again = []
  for (const day of ['2026-08-02', '2026-08-08', '2026-08-09', '2026-08-15', '2026-09-08'])
    again.push(await collectOn(day))
  expect(again.map(({ reminders }) => reminders)).toEqual([0, 1, 0, 1, 1])
  expect(again.map(({ overdue }) => overdue)).toEqual([1, 0, 0, 0, 0])
  for (const person of [world.home.owner, world.home.client]) {
    const { items } = await callerAs(db, person).notifications.list({})
    const overdue = items.filter(({ title }) => title === 'Invoice INV-1001 is overdue')
    expect(overdue, 'the earlier one was withdrawn when it was paid').toHaveLength(1)
  }
})

test('the maximum of late fees includes those charged before the invoice was due again', async () => {
  await chargeFees('draft')
  const { id, before } = await reopenOverdue()
  expect(before.map(({ fees }) => fees)).toEqual([0, 1, 0, 1])
  const feesOn = (day: string) => chargeLateFees(jobsOn(day))
  expect([await feesOn('2026-08-08'), await feesOn('2026-09-08'), await feesOn('2026-12-31')]).toEqual([
    1, 0, 0,
  ])
  const owner = ownerOn('2027-01-01')
  const [fee] = (await owner.invoices.list({})).items.filter(({ late_fee_of }) => late_fee_of === id)
  await owner.invoices.delete({ id: fee?.id ?? '' })
  expect(await feesOn('2027-02-01')).toBe(0)
})

const step = fc.record({
  /** Days on which nothing runs, as during downtime. */
  gap: fc.integer({ min: 1, max: 75 }),
  act: fc.constantFrom('none', 'pause', 'skip', 'write', 'send'),
})

test('whatever is paused, missed or sent late, nothing is late before its payment term after issue', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        frequency: fc.constantFrom<RecurringFrequency>('weekly', 'monthly', 'quarterly'),
        due_days: fc.constantFrom(0, 1, 14, 30),
        send_automatically: fc.boolean(),
      }),
      fc.array(step, { minLength: 3, maxLength: 8 }),
      async (terms, steps) => {
        await renew()
        await chargeFees()
        const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
        const owner = ownerOn('2026-03-04')
        const { id } = await owner.invoices.saveRecurring({ ...content, ...terms, starts_on: '2026-03-06' })
        let day = '2026-03-04'
        for (const { gap, act } of steps) {
          day = shiftDate(day, gap)
          const now = ownerOn(day)
          if (act === 'pause') await now.invoices.pauseRecurring({ id, paused: true })
          if (act === 'skip' || act === 'write')
            await now.invoices.pauseRecurring({ id, paused: false, missed: act })
          await writeMissed(day)
          if (act === 'send') await sendDrafts(day)
          await collectOn(day)
          await checkLateness(day, terms.due_days)
        }
      },
    ),
    { numRuns: casesHere(8) },
  )
})

async function sendDrafts(day: string) {
  const drafts = await db
    .selectFrom('invoices')
    .select('id')
    .where('status', '=', 'draft')
    .where('kind', '=', 'invoice')
    .execute()
  for (const { id } of drafts) await ownerOn(day).invoices.send({ id })
}

async function checkLateness(day: string, dueDays: number) {
  for (const invoice of await sentInvoices()) {
    const lastDay = shiftDate(invoice.issued_on ?? '', dueDays)
    expect(invoice.due_on).toBe(lastDay)
    if (invoice.status === 'overdue') expect(day > lastDay).toBe(true)
    const reminders = await db
      .selectFrom('invoice_reminders')
      .select(['occasion', 'sent_at'])
      .where('invoice_id', '=', invoice.id)
      .execute()
    expect(new Set(reminders.map(({ sent_at }) => sent_at)).size).toBe(reminders.length)
    for (const { occasion, sent_at } of reminders) {
      expect(sent_at.slice(0, 10) > (invoice.issued_on ?? '')).toBe(true)
      if (!['before', 'due'].includes(occasion)) expect(sent_at.slice(0, 10) > lastDay).toBe(true)
    }
    const fees = await db
      .selectFrom('invoices')
      .select('run_key')
      .where('late_fee_of', '=', invoice.id)
      .execute()
    const dates = fees.map(({ run_key }) => (run_key ?? '').slice(-10))
    expect(dates.every((date) => date >= shiftDate(lastDay, 7) && date <= day)).toBe(true)
  }
}

/** Due on April 3, paid that day, and refunded without a credit note on May 12. */
async function refundPaid() {
  const { id } = await ownerOn('2026-03-04').invoices.save(draftFor(world.home.client.clientId))
  await ownerOn('2026-03-04').invoices.send({ id })
  const form = { invoice_id: id, amount: 360_000, method: 'bank', request_id: crypto.randomUUID() } as const
  const payment = await ownerOn('2026-04-03').payments.recordManual(form)
  await ownerOn('2026-05-12').payments.refund({ id: payment.id, ...refundForm() })
  return id
}

test('an invoice that a refund made due again is collected from the day its owner chooses to', async () => {
  await chargeFees()
  const id = await refundPaid()
  expect(await collectOn('2026-07-30')).toEqual(NOTHING)
  await expect(callerAs(db, world.foreign.owner).invoices.collectAgain({ id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(callerAs(db, world.home.client).invoices.collectAgain({ id })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await collectOn('2026-07-31')).toEqual(NOTHING)
  const owner = ownerOn('2026-08-01')
  expect(await owner.invoices.collectAgain({ id })).toMatchObject({ amount_due: 360_000, reopened: 0 })
  const history = (await owner.activity.list({ invoice_id: id })).items.map(({ summary }) => summary)
  expect(history).toContain('Automatic collection of INV-1001 resumed: $3,600.00 USD is due')
  expect(await collectOn('2026-08-01')).toEqual(NOTHING)
  expect(await collectOn('2026-08-02')).toEqual({ ...NOTHING, overdue: 1 })
  expect(await collectOn('2026-08-07')).toEqual(NOTHING)
  expect(await collectOn('2026-08-08')).toEqual({ overdue: 0, fees: 1, reminders: 1 })
})

test('only an open invoice that isn’t collected can be collected again, and once', async () => {
  const refused = { code: 'CONFLICT' }
  const { id: due } = await ownerOn('2026-03-04').invoices.save(draftFor(world.home.client.clientId))
  await ownerOn('2026-03-04').invoices.send({ id: due })
  await expect(ownerOn('2026-05-12').invoices.collectAgain({ id: due })).rejects.toMatchObject(refused)
  const id = await refundPaid()
  const owner = ownerOn('2026-05-12')
  const calls = await Promise.allSettled([1, 2, 3].map(() => owner.invoices.collectAgain({ id })))
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const other = await refundPaid()
  await owner.invoices.writeOff({ id: other, reason: 'Gone' })
  await expect(owner.invoices.collectAgain({ id: other })).rejects.toMatchObject(refused)
})
