import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  amountOn,
  isChargedOn,
  type Notice,
  noticeDays,
  plannedCharges,
  plannedOn,
} from '#server/money/autopay/rules.ts'
import { chargeLateFees } from '#server/money/invoices/collection/commands/charge-late-fees.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import { installmentsOf } from '#shared/money/invoices/installments.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { atNoon, giveWith, setUpAutopay, setUpCharged } from '#tests/support/money/autopay.ts'
import { card, draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'

type Portal = Pick<Awaited<ReturnType<typeof setUpCharged>>, 'resume' | 'mails' | 'attempts'>

/** The days of notices and charges if the job runs only on the given days. */
async function runsOn({ resume, mails, attempts }: Portal, ...days: string[]) {
  for (const day of days) await resume(atNoon(`2026-${day}`))
  const told = await mails(/^Your card will be charged/)
  return {
    notices: told.map(({ subject }) => / on (.*)$/.exec(subject)?.[1]),
    charges: (await attempts()).map(({ charged_on }) => charged_on.slice(5)),
  }
}

test.each([
  ['never down', ['03-31', '04-01', '04-03'], ['Apr 03, 2026'], ['04-03']],
  [
    'down on the day of the notice',
    ['03-30', '04-01', '04-02', '04-03', '04-04'],
    ['Apr 04, 2026'],
    ['04-04'],
  ],
  ['down until the day before', ['04-02', '04-03', '04-04', '04-05'], ['Apr 05, 2026'], ['04-05']],
  ['down on the day of the charge', ['03-31', '04-06', '04-07'], ['Apr 03, 2026'], ['04-06']],
  ['down on both days', ['04-07', '04-08', '04-09', '04-10'], ['Apr 10, 2026'], ['04-10']],
  ['down on both days, and again', ['04-10', '04-20', '04-21'], ['Apr 13, 2026'], ['04-20']],
  ['down too long', ['04-11', '04-12', '04-14'], [], []],
  ['down too long after the notice', ['03-31', '04-11', '04-14'], ['Apr 03, 2026'], []],
])('%s, a charge follows three days after its notice', async (_, days, notices, charges) => {
  expect(await runsOn(await setUpCharged(), ...days)).toEqual({ notices, charges })
})

test('the announced day stays, whatever notice period is set afterwards', async () => {
  const portal = await setUpCharged()
  await runsOn(portal, '03-31')
  await portal.owner.autopay.saveRules({ version: 0, notice_days: 10, retry_days: [1] })
  expect(await runsOn(portal, '04-01', '04-03')).toEqual({ notices: ['Apr 03, 2026'], charges: ['04-03'] })
})

test.each([
  ['an invoice', setUpCharged, ['03-31', '04-01', '04-03'], 'Apr 03, 2026', '04-03'],
  ['an invoice after an outage', setUpCharged, ['03-31', '04-05'], 'Apr 03, 2026', '04-05'],
  [
    'an installment',
    () => setUpParts('2026-03-20', '2026-05-20'),
    ['03-17', '03-20'],
    'Mar 20, 2026',
    '03-20',
  ],
])(
  'a notice of %s from an earlier version counts for the due date',
  async (_, setUp, days, told, charged) => {
    const portal = await setUp()
    const [noticed = '', ...later] = days
    await runsOn(portal, noticed)
    await portal.db.updateTable('invoice_reminders').set({ charge_on: null, charge_amount: null }).execute()
    expect(await runsOn(portal, ...later)).toEqual({ notices: [told], charges: [charged] })
  },
)

test('the invoice shows the later day on which a late notice causes it to be charged', async () => {
  const portal = await setUpCharged()
  await runsOn(portal, '04-02')
  const later = callerAs(portal.db, portal.world.home.client, { now: atNoon('2026-04-02') })
  expect((await later.autopay.ofInvoice({ invoice_id: portal.invoiceId })).next).toMatchObject({
    on: '2026-04-05',
  })
})

test('a higher amount than announced is announced again, a lower one is charged on its day', async () => {
  const { owner, db, invoiceId, ...portal } = await setUpCharged()
  const pay = (amount: number) =>
    owner.payments.recordManual({
      invoice_id: invoiceId,
      amount,
      method: 'bank',
      request_id: crypto.randomUUID(),
    })
  await pay(100_000)
  await runsOn(portal, '03-31')
  await db.updateTable('invoices').set({ amount_paid: 0 }).where('id', '=', invoiceId).execute()
  expect(await runsOn(portal, '04-01', '04-03')).toEqual({
    notices: ['Apr 03, 2026', 'Apr 04, 2026'],
    charges: [],
  })
  await pay(50_000)
  expect((await runsOn(portal, '04-04')).charges).toEqual(['04-04'])
  expect(
    (await portal.mails(/^Your card will be charged/)).map(({ text }) => /\$[\d,.]+ USD/.exec(text)?.[0]),
  ).toEqual(['$2,600.00 USD', '$3,600.00 USD'])
  expect((await portal.charges()).at(-1)).toMatchObject({ amount: 310_000, status: 'succeeded' })
})

test('autopay turned on within the notice period first sends its own notice', async () => {
  const portal = await setUpAutopay()
  await sendInvoiceTo(portal.owner, portal.world.home.client.clientId)
  await giveWith(callerAs(portal.db, portal.world.home.client, { now: atNoon('2026-04-02') }))
  expect(await runsOn(portal, '04-02', '04-03', '04-05')).toEqual({
    notices: ['Apr 05, 2026'],
    charges: ['04-05'],
  })
})

test('the email of an invoice sent within the notice period announces the charge', async () => {
  const portal = await setUpAutopay()
  await giveWith(portal.client)
  const draft = { ...draftFor(portal.world.home.client.clientId), due_date: '2026-03-06' }
  const { id } = await portal.owner.invoices.save(draft)
  await portal.owner.invoices.send({ id })
  expect(await runsOn(portal, '03-05', '03-06')).toEqual({ notices: [], charges: ['03-06'] })
})

test('a replaced card is charged on the announced day; autopay that was turned off charges nothing', async () => {
  const portal = await setUpCharged()
  const { client } = portal
  await runsOn(portal, '03-31')
  await client.payments.addCard(card('mock_card_mastercard'))
  const second = (await client.payments.cards()).find(({ last4 }) => last4 === '4444')
  await giveWith(client, { card_id: second?.id ?? '' })
  expect(await runsOn(portal, '04-01', '04-03')).toEqual({ notices: ['Apr 03, 2026'], charges: ['04-03'] })

  const other = await setUpCharged()
  await runsOn(other, '03-31')
  const { mandates } = await other.client.autopay.ofClient({ client_id: other.world.home.client.clientId })
  await other.client.autopay.end({ id: mandates[0]?.id ?? '' })
  expect((await runsOn(other, '04-03', '04-05')).charges).toEqual([])
})

test('20 concurrent processes after an outage send one notice, and later charge once', async () => {
  const portal = await setUpCharged()
  for (const day of ['2026-04-04', '2026-04-07'])
    await Promise.allSettled(Array.from({ length: 20 }, () => portal.resume(atNoon(day))))
  expect(await runsOn(portal, '04-08')).toEqual({ notices: ['Apr 07, 2026'], charges: ['04-07'] })
})

test('no reminder and no late fee while a charge is announced', async () => {
  const portal = await setUpCharged()
  const { owner, db } = portal
  const { currency: _, ...rules } = await owner.invoices.collectionRules()
  await owner.invoices.saveCollectionRules({ ...rules, late_fees: 'draft', fee_bps: 1000, grace_days: 1 })
  await owner.autopay.saveRules({ version: 0, notice_days: 20, retry_days: [1] })
  await portal.resume(atNoon('2026-04-09'))
  for (const day of ['2026-04-10', '2026-04-28']) {
    const ctx = ctxFor(db, null, atNoon(day))
    expect(await remindOfInvoices(ctx)).toBe(0)
    expect(await chargeLateFees(ctx)).toBe(0)
  }
  expect(await runsOn(portal, '04-29')).toMatchObject({ charges: ['04-29'] })
})

async function setUpParts(...instalments: string[]) {
  const portal = await setUpAutopay()
  await giveWith(portal.client)
  const items = [{ description: 'Design', quantity: 1, rate: 10_000 }]
  const draft = { ...draftFor(portal.world.home.client.clientId), items, instalments }
  const { id } = await portal.owner.invoices.save(draft)
  await portal.owner.invoices.send({ id })
  return portal
}

test('installments missed in an outage are announced and charged together', async () => {
  const portal = await setUpParts('2026-03-20', '2026-03-22', '2026-05-20')
  expect(await runsOn(portal, '03-23', '03-24', '03-26', '03-27')).toEqual({
    notices: ['Mar 26, 2026'],
    charges: ['03-26'],
  })
  expect(await portal.charges()).toMatchObject([{ amount: 6667 }])
})

test('a retry waits for the notice of an installment that fell due meanwhile', async () => {
  const portal = await setUpParts('2026-03-20', '2026-03-24', '2026-05-20')
  await portal.spoil('mock_card_insufficient')
  await runsOn(portal, '03-17', '03-20')
  await portal.spoil('mock_card_visa')
  expect(await runsOn(portal, '03-25', '03-26', '03-28')).toEqual({
    notices: ['Mar 20, 2026', 'Mar 28, 2026'],
    charges: ['03-20', '03-28'],
  })
})

test('whenever the job runs, nothing is charged without timely notice', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 5, max: 60 }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 60, maxLength: 60 }),
      fc.array(fc.constantFrom('succeeded', 'declined', 'skipped'), { minLength: 60, maxLength: 60 }),
      fc.integer({ min: 1, max: 10 }),
      (offsets, gaps, ends, notice_days) => {
        const dates = offsets.toSorted((a, b) => a - b).map((days) => shiftDate('2026-01-01', days))
        const notices = new Map<string, Notice>()
        const told: (Notice & { given: string })[] = []
        let settled = 0
        let last: { on: string; outcome: 'succeeded' | 'declined' | 'skipped'; next: string | null } | null =
          null
        let today = '2026-01-01'
        for (const gap of gaps) {
          today = shiftDate(today, gap)
          const invoice = {
            plan: installmentsOf(dates, { total: 1000, settled }),
            notices,
            notice_days,
            effective_on: '2026-01-01',
            paused_at: null,
            last_outcome: last?.outcome ?? null,
            last_charged_on: last?.on ?? null,
            last_next_on: last?.next ?? null,
          }
          const planned: string | null = plannedOn(invoice, today)
          if (planned !== null && isChargedOn(planned, today)) {
            const on: string = today
            const amount: number = amountOn(invoice, on)
            const inTime = told.filter((notice) => notice.on <= on && notice.amount >= amount)
            expect(inTime.some((notice) => shiftDate(notice.given, notice_days) <= notice.on)).toBe(true)
            const outcome = ends.pop() ?? 'succeeded'
            if (outcome === 'succeeded') settled += amount
            last = { on, outcome, next: outcome === 'declined' ? shiftDate(on, 3) : null }
          }
          const after = {
            ...invoice,
            plan: installmentsOf(dates, { total: 1000, settled }),
            last_outcome: last?.outcome ?? null,
            last_charged_on: last?.on ?? null,
            last_next_on: last?.next ?? null,
          }
          for (const { due, on, isAnnounced } of plannedCharges(after, today) ?? []) {
            if (isAnnounced || on > shiftDate(today, noticeDays(after))) continue
            const notice = { on, amount: amountOn(after, on) }
            notices.set(due, notice)
            told.push({ ...notice, given: today })
          }
        }
      },
    ),
    { numRuns: 500 },
  )
})
