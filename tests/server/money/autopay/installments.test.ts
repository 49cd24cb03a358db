import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOn, isChargedOn, plannedOn } from '#server/money/autopay/rules.ts'
import { chargeLateFees } from '#server/money/invoices/collection/commands/charge-late-fees.ts'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import { LATE_DAYS } from '#shared/money/autopay/autopay.ts'
import { installmentsOf } from '#shared/money/invoices/installments.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { atNoon, giveWith, setUpAutopay } from '#tests/support/money/autopay.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { chargedAmounts } from '#tests/support/money/provider.ts'

const [FIRST, SECOND, THIRD] = ['2026-03-20', '2026-04-20', '2026-05-20'] as const
const PLAN = [FIRST, SECOND, THIRD]

/** A client with autopay turned on, and an invoice over 10,000 minor units in three installments. */
async function setUp(given: Partial<InvoiceSaveInput> = {}, mandate: Parameters<typeof giveWith>[1] = {}) {
  const portal = await setUpAutopay()
  const { client, owner, world, db } = portal
  await giveWith(client, mandate)
  const items = [{ description: 'Design', quantity: 1, rate: 10_000 }]
  const draft = { ...draftFor(world.home.client.clientId), items, instalments: PLAN, ...given }
  const { id } = await owner.invoices.save(draft)
  await owner.invoices.send({ id })
  const on = (day: string) => ctxFor(db, null, atNoon(day))
  return {
    ...portal,
    id,
    on,
    runOn: (...days: string[]) =>
      days.reduce<Promise<unknown>>(
        (before, day) => before.then(() => portal.run(atNoon(day))),
        Promise.resolve(),
      ),
    amounts: async () => (await portal.charges()).map(({ amount, status }) => [amount, status]),
    tries: async () => (await portal.attempts()).map(({ charged_on, outcome }) => [charged_on, outcome]),
    nextOn: async (day: string) =>
      (await callerAs(db, world.home.client, { now: atNoon(day) }).autopay.ofInvoice({ invoice_id: id }))
        .next,
    payByHand: (amount: number) =>
      owner.payments.recordManual({
        invoice_id: id,
        amount,
        method: 'bank',
        request_id: crypto.randomUUID(),
      }),
  }
}

test.each([
  ['USD', {}],
  ['JPY', { booking_rate: '0.0065' }],
])('each installment in %s is charged on its own date, the last with the rest', async (currency, rate) => {
  const { runOn, amounts, tries, nextOn, owner, id } = await setUp({ currency, ...rate })
  expect(await nextOn('2026-03-05')).toMatchObject({ on: FIRST, amount: 3334, retry: false })
  await runOn('2026-03-19', FIRST, FIRST, '2026-03-21')
  expect(await amounts()).toEqual([[3334, 'succeeded']])
  expect(await owner.invoices.get({ id })).toMatchObject({ status: 'sent', amount_paid: 3334 })
  expect(await nextOn('2026-03-21')).toMatchObject({ on: SECOND, amount: 3333, retry: false })
  await runOn('2026-04-19', SECOND, '2026-04-21', '2026-05-19', THIRD, '2026-05-21')
  expect(await tries()).toEqual(PLAN.map((day) => [day, 'succeeded']))
  expect(await amounts()).toEqual([
    [3334, 'succeeded'],
    [3333, 'succeeded'],
    [3333, 'succeeded'],
  ])
  expect(await owner.invoices.get({ id })).toMatchObject({ status: 'paid', amount_due: 0 })
  expect(await nextOn('2026-05-21')).toBeNull()
})

test('a declined installment is retried on schedule, and the next one has its own retries', async () => {
  const { runOn, spoil, amounts, tries, nextOn, mails, owner, id } = await setUp()
  await spoil('mock_card_insufficient')
  await runOn(FIRST, '2026-03-23', '2026-03-25')
  await spoil('mock_card_visa')
  await runOn('2026-03-27')
  await spoil('mock_card_insufficient')
  await runOn(SECOND)
  expect(await nextOn('2026-04-21')).toMatchObject({ on: '2026-04-23', amount: 3333, retry: true })
  expect((await mails(/could not be charged/)).at(-1)?.text).toContain('$33.33 USD')
  await runOn('2026-04-22', '2026-04-23')
  await spoil('mock_card_visa')
  await runOn('2026-04-25', '2026-04-27', THIRD)
  expect(await tries()).toEqual([
    [FIRST, 'declined'],
    ['2026-03-23', 'declined'],
    ['2026-03-25', 'declined'],
    ['2026-03-27', 'succeeded'],
    [SECOND, 'declined'],
    ['2026-04-23', 'declined'],
    ['2026-04-25', 'succeeded'],
    [THIRD, 'succeeded'],
  ])
  const paid = (await amounts()).filter(([, status]) => status === 'succeeded').map(([amount]) => amount)
  expect(paid).toEqual([3334, 3333, 3333])
  expect((await owner.invoices.get({ id })).status).toBe('paid')
})

test('an installment due before the retry is charged on its date with the declined amount', async () => {
  const plan = [FIRST, '2026-03-24', THIRD]
  const { runOn, spoil, tries, amounts, owner, mails } = await setUp({ instalments: plan })
  await owner.autopay.saveRules({ version: 0, notice_days: 3, retry_days: [10] })
  await spoil('mock_card_insufficient')
  await runOn(FIRST)
  expect((await mails(/could not be charged/))[0]?.text).toContain('The next attempt is on Mar 24, 2026.')
  await spoil('mock_card_visa')
  await runOn('2026-03-21', '2026-03-23', '2026-03-24', '2026-03-30', '2026-03-31')
  expect(await tries()).toEqual([
    [FIRST, 'declined'],
    ['2026-03-24', 'succeeded'],
  ])
  expect(await amounts()).toEqual([
    [3334, 'failed'],
    [6667, 'succeeded'],
  ])
  expect((await mails(/will be charged/)).at(-1)?.text).toContain('$66.67 USD')
})

test("amounts paid manually in between aren't charged", async () => {
  const { runOn, payByHand, spoil, tries, nextOn, db } = await setUp()
  const charged = () => chargedAmounts(db)
  await payByHand(1000)
  await runOn(FIRST)
  expect(await charged()).toEqual([2334])
  await payByHand(3333)
  expect(await nextOn('2026-04-01')).toMatchObject({ on: THIRD, amount: 3333 })
  await runOn(SECOND, '2026-04-21')
  expect(await tries()).toHaveLength(1)
  await spoil('mock_card_insufficient')
  await runOn(THIRD)
  await payByHand(3000)
  await spoil('mock_card_visa')
  await runOn('2026-05-23')
  expect(await charged()).toEqual([2334, 333])
})

test("an installment paid manually isn't retried, and the next one is charged on its date", async () => {
  const { runOn, payByHand, spoil, tries, nextOn } = await setUp()
  await spoil('mock_card_insufficient')
  await runOn(FIRST)
  await payByHand(3334)
  await spoil('mock_card_visa')
  expect(await nextOn('2026-03-21')).toMatchObject({ on: SECOND, amount: 3333, retry: false })
  await runOn('2026-03-23', '2026-03-25', SECOND)
  expect(await tries()).toEqual([
    [FIRST, 'declined'],
    [SECOND, 'succeeded'],
  ])
})

test('a limit below the invoice but above an installment allows its charge', async () => {
  const { runOn, amounts, mails, client, id } = await setUp({}, { limit: { amount: 3334, currency: 'USD' } })
  const [sent] = await mails(/^Invoice INV-\S+ from/)
  expect(sent?.text).toContain('$33.34 USD will be charged to your Visa ending in 4242 on Mar 20, 2026.')
  expect((await client.autopay.ofInvoice({ invoice_id: id })).blocked).toBeNull()
  await runOn(...PLAN)
  expect((await amounts()).map(([, status]) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
})

test("an installment above the limit isn't charged, and the next one is checked again", async () => {
  const { runOn, payByHand, attempts, amounts, mails, nextOn } = await setUp(
    {},
    { limit: { amount: 3333, currency: 'USD' } },
  )
  await runOn(FIRST, '2026-03-21')
  expect(await amounts()).toEqual([])
  expect(await attempts()).toMatchObject([{ outcome: 'skipped', reason: 'above_limit' }])
  expect((await mails(/was not charged automatically/))[0]?.text).toContain('$33.34 USD')
  expect(await nextOn('2026-03-21')).toMatchObject({ on: SECOND, amount: 6667 })
  await payByHand(3334)
  await runOn(SECOND)
  expect((await amounts()).at(-1)).toEqual([3333, 'succeeded'])
})

test('each installment is announced once with its own amount', async () => {
  const { runOn, mails, owner, id } = await setUp()
  for (const [day, before, sum] of [
    [FIRST, ['2026-03-16', '2026-03-17', '2026-03-17', '2026-03-18'], '$33.34 USD'],
    [SECOND, ['2026-04-16', '2026-04-17', '2026-04-18'], '$33.33 USD'],
    [THIRD, ['2026-05-16', '2026-05-17', '2026-05-18'], '$33.33 USD'],
  ] as const) {
    const [early, ...then] = before
    const told = (await mails(/will be charged/)).length
    await runOn(early)
    expect(await mails(/will be charged/)).toHaveLength(told)
    await runOn(...then)
    const all = await mails(/will be charged/)
    expect(all).toHaveLength(told + 1)
    expect(all.at(-1)?.text).toContain(sum)
    expect(all.at(-1)?.text).not.toContain('$100.00')
    await runOn(day)
  }
  const history = (await owner.activity.list({ invoice_id: id })).items.map(({ summary }) => summary)
  expect(history.filter((summary) => summary.includes('will be charged on'))).toHaveLength(3)
})

test('no reminders or late fees for an installment that autopay charges', async () => {
  const { runOn, spoil, on, mails, db, owner } = await setUp()
  const { currency: _, ...rules } = await owner.invoices.collectionRules()
  await owner.invoices.saveCollectionRules({ ...rules, late_fees: 'draft', fee_bps: 1000, grace_days: 0 })
  await owner.autopay.saveRules({ version: 0, notice_days: 3, retry_days: [8] })
  const dun = async (day: string) => {
    const written = [
      await remindOfInvoices(on(day)),
      await markOverdueInvoices(on(day)),
      await chargeLateFees(on(day)),
    ]
    return written.reduce((sum, count) => sum + count, 0)
  }
  for (const day of ['2026-03-18', FIRST]) expect(await dun(day)).toBe(0)
  await runOn(FIRST)
  for (const day of ['2026-03-21', '2026-04-18', SECOND]) expect(await dun(day)).toBe(0)
  await spoil('mock_card_insufficient')
  await runOn(SECOND)
  for (const day of ['2026-04-21', '2026-04-27']) expect(await dun(day)).toBe(0)
  await spoil('mock_card_expired')
  await runOn('2026-04-28')
  // Autopay is paused: the reminder, the notice and the fee are sent.
  expect(await dun('2026-04-29')).toBe(3)
  const [mail] = await mails(/is a week overdue/)
  expect(mail?.text).toContain('$33.33 USD')
  const [fee] = await db.selectFrom('invoices').select('total').where('late_fee_of', 'is not', null).execute()
  expect(fee?.total).toBe(333)
})

test('no late fee while a delayed charge is pending', async () => {
  const { on, runOn, owner, amounts } = await setUp()
  const { currency: _, ...rules } = await owner.invoices.collectionRules()
  await owner.invoices.saveCollectionRules({ ...rules, late_fees: 'draft', fee_bps: 1000, grace_days: 1 })
  for (const day of ['2026-03-22', '2026-03-27']) expect(await chargeLateFees(on(day))).toBe(0)
  await runOn('2026-03-27')
  expect(await amounts()).toEqual([[3334, 'succeeded']])
})

test('reminders continue for an uncharged installment and stop for the next one', async () => {
  const { runOn, on, payByHand } = await setUp({}, { limit: { amount: 3333, currency: 'USD' } })
  expect(await remindOfInvoices(on(FIRST))).toBe(0)
  await runOn(FIRST)
  expect(await remindOfInvoices(on('2026-03-27'))).toBe(1)
  await payByHand(3334)
  expect(await remindOfInvoices(on('2026-04-18'))).toBe(0)
})

test("an installment missed during downtime doesn't delay the next one", async () => {
  const { runOn, resume, tries, amounts, nextOn } = await setUp()
  await resume(atNoon('2026-03-28'))
  expect(await tries()).toEqual([])
  expect(await nextOn('2026-03-28')).toMatchObject({ on: SECOND, amount: 6667 })
  await runOn(SECOND)
  expect(await amounts()).toEqual([[6667, 'succeeded']])
})

test('autopay turned on after a decline charges the next installment with its own retries', async () => {
  const { runOn, spoil, tries, db, world, nextOn } = await setUp()
  await spoil('mock_card_insufficient')
  await runOn(FIRST, '2026-03-23', '2026-03-25', '2026-03-27')
  expect(await nextOn('2026-03-28')).toBeNull()
  await giveWith(callerAs(db, world.home.client, { now: atNoon('2026-04-01') }))
  expect(await nextOn('2026-04-01')).toMatchObject({ on: SECOND, amount: 6667 })
  await runOn(SECOND)
  expect((await tries()).at(-1)).toEqual([SECOND, 'declined'])
  expect(await nextOn('2026-04-21')).toMatchObject({ on: '2026-04-23', retry: true })
})

test('20 concurrent processes charge each installment once, also during a manual payment', async () => {
  const { run, tries, client, db, id } = await setUp()
  const atOnce = (day: string, ...more: Promise<unknown>[]) =>
    Promise.allSettled([...Array.from({ length: 20 }, () => run(atNoon(day))), ...more])
  await atOnce(FIRST)
  expect(await tries()).toEqual([[FIRST, 'succeeded']])
  await atOnce(SECOND)
  await atOnce(THIRD, client.payments.payInvoice({ invoice_id: id, ...card('mock_card_mastercard') }))
  await run(atNoon(THIRD))
  expect(await chargedAmounts(db)).toEqual([3334, 3333, 3333])
})

test('a pay link shows only the next installment', async () => {
  const { owner, db, id } = await setUp()
  const { url } = await owner.invoices.createPayLink({ id })
  const token = new URL(url, 'http://localhost').searchParams.get('token') ?? ''
  const { next } = await callerAs(db, null).autopay.byLink({ token })
  expect(next).toEqual({ on: FIRST, amount: 3334, blocked: false })
})

test('due amounts are charged once within the allowed days and never early, whenever the job runs', () => {
  const outcomes = fc.array(fc.constantFrom('succeeded', 'declined', 'skipped'), {
    minLength: 40,
    maxLength: 40,
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 2, maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: LATE_DAYS }), { minLength: 120, maxLength: 120 }),
      outcomes,
      (offsets, gaps, ends) => {
        const start = '2026-01-01'
        const dates = offsets.toSorted((a, b) => a - b).map((days) => shiftDate(start, days))
        const total = 1000
        let settled = 0
        let last: { on: string; outcome: 'succeeded' | 'declined' | 'skipped'; next: string | null } | null =
          null
        let today = start
        for (const gap of gaps) {
          today = shiftDate(today, gap)
          const invoice = {
            plan: installmentsOf(dates, { total, settled }),
            notices: new Map(dates.map((day) => [day, { on: day, amount: total }])),
            notice_days: null,
            effective_on: start,
            paused_at: null,
            last_outcome: last?.outcome ?? null,
            last_charged_on: last?.on ?? null,
            last_next_on: last?.next ?? null,
          }
          const planned = plannedOn(invoice, today)
          if (planned === null || !isChargedOn(planned, today)) continue
          const amount = amountOn(invoice, today)
          const due = invoice.plan.filter(({ due_date }) => due_date <= today)
          expect(amount).toBe(due.reduce((sum, { open }) => sum + open, 0))
          expect(amount).toBeGreaterThan(0)
          expect(last === null || last.on < today).toBe(true)
          const outcome = ends.pop() ?? 'succeeded'
          if (outcome === 'succeeded') settled += amount
          last = { on: today, outcome, next: outcome === 'declined' ? shiftDate(today, 3) : null }
        }
        const after = dates.filter((day) => day > (last?.on ?? ''))
        expect(after).toEqual([])
        if (last?.outcome === 'succeeded') expect(settled).toBe(total)
      },
    ),
    { numRuns: 300 },
  )
})
