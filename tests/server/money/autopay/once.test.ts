import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentProvider } from '#server/base/adapters/payments/instance-provider.ts'
import { announceCharges } from '#server/money/autopay/commands/announce.ts'
import { chargeByAutopay } from '#server/money/autopay/commands/charge.ts'
import { isChargedOn, nextTry, plannedOn } from '#server/money/autopay/rules.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { daysBetween, shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { LATE_DAYS } from '#shared/money/autopay/autopay.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { atNoon, DUE, setUpCharged } from '#tests/support/money/autopay.ts'
import { card } from '#tests/support/money/money.ts'
import { chargedAmounts } from '#tests/support/money/provider.ts'

type Portal = Awaited<ReturnType<typeof setUpCharged>>

const charged = ({ db }: Portal) => chargedAmounts(db)

const settleAll = (runs: Promise<unknown>[]) => Promise.allSettled(runs)

test('20 concurrent processes charge once', async () => {
  const portal = await setUpCharged()
  await settleAll(Array.from({ length: 20 }, () => portal.run(DUE)))
  await portal.run(DUE)
  expect(await charged(portal)).toEqual([360_000])
  expect(await portal.attempts()).toMatchObject([{ outcome: 'succeeded' }])
  expect(await portal.charges()).toMatchObject([{ status: 'succeeded' }])
})

test('20 concurrent processes record one decline and plan one retry', async () => {
  const portal = await setUpCharged()
  await portal.spoil('mock_card_insufficient')
  await settleAll(Array.from({ length: 20 }, () => portal.run(DUE)))
  await portal.run(DUE)
  expect(await portal.attempts()).toMatchObject([{ outcome: 'declined', next_on: '2026-04-06' }])
  expect(await portal.mails(/could not be charged/)).toHaveLength(1)
})

test('paid manually at the same time, an invoice is paid once', async () => {
  const portal = await setUpCharged()
  const { client, invoiceId, owner } = portal
  await settleAll([
    ...Array.from({ length: 5 }, () => portal.run(DUE)),
    ...Array.from({ length: 5 }, () =>
      client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_mastercard') }),
    ),
  ])
  await portal.run(DUE)
  expect(await charged(portal)).toEqual([360_000])
  expect((await owner.invoices.get({ id: invoiceId })).amount_paid).toBe(360_000)
})

test('when turned off at the same time, it finishes at most the charge in progress', async () => {
  const portal = await setUpCharged()
  const { client, world } = portal
  const { mandates } = await client.autopay.ofClient({ client_id: world.home.client.clientId })
  await settleAll([
    portal.run(DUE),
    client.autopay.end({ id: mandates[0]?.id ?? '' }),
    ...Array.from({ length: 8 }, () => portal.run(DUE)),
  ])
  const before = await charged(portal)
  expect(before.length).toBeLessThanOrEqual(1)
  await portal.run(DUE)
  expect(await charged(portal)).toEqual(before)
})

/** A run whose process dies: the provider's response or the order itself is lost. */
async function runCutOff(
  portal: Portal,
  step: 'before the provider' | 'after the provider' | 'before the retry',
) {
  const ctx = ctxFor(portal.db, null, DUE)
  await announceCharges(ctxFor(portal.db, null, atNoon('2026-03-31')))
  const cut = () => {
    throw new Error('the process was killed')
  }
  if (step === 'before the provider') {
    await portal.db.schema.alterTable('simulated_objects').renameTo('simulated_objects_away').execute()
    await chargeByAutopay(ctx)
    await portal.db.schema.alterTable('simulated_objects_away').renameTo('simulated_objects').execute()
  } else if (step === 'after the provider') {
    await chargeByAutopay({
      ...ctx,
      services: {
        ...ctx.services,
        reactions: [async (_tx, { name }) => (name === 'payment.succeeded' ? cut() : undefined)],
      },
    })
  } else {
    await portal.spoil('mock_card_insufficient')
    await chargeByAutopay({
      ...ctx,
      services: {
        ...ctx.services,
        reactions: [async (_tx, { name }) => (name === 'autopay.declined' ? cut() : undefined)],
      },
    })
  }
}

test.each(['before the provider', 'after the provider'] as const)(
  'interrupted %s, it still charges once',
  async (step) => {
    const portal = await setUpCharged()
    await runCutOff(portal, step)
    expect(await portal.attempts()).toMatchObject([{ outcome: 'pending' }])
    const later = new Date(DUE.getTime() + 30 * 60_000)
    // Payment timestamps follow the test's clock, which is in March.
    await portal.run(later)
    await reconcilePayments(ctxFor(portal.db, null, later))
    for (let times = 0; times < 3; times += 1) await portal.run(later)
    expect(await charged(portal)).toEqual([360_000])
    const outcomes = (await portal.attempts()).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(step === 'before the provider' ? ['interrupted', 'succeeded'] : ['succeeded'])
  },
)

test('interrupted between the decline and its effects, the next run completes them once', async () => {
  const portal = await setUpCharged()
  await runCutOff(portal, 'before the retry')
  expect(await portal.attempts()).toMatchObject([{ outcome: 'pending' }])
  await portal.run(DUE)
  await portal.run(DUE)
  expect(await portal.attempts()).toMatchObject([{ outcome: 'declined', next_on: '2026-04-06' }])
  expect(await portal.mails(/could not be charged/)).toHaveLength(1)
})

test("a charge started before autopay was turned off isn't restarted afterwards", async () => {
  const portal = await setUpCharged()
  await runCutOff(portal, 'before the provider')
  const { client, world } = portal
  const { mandates } = await client.autopay.ofClient({ client_id: world.home.client.clientId })
  await client.autopay.end({ id: mandates[0]?.id ?? '' })
  const later = new Date(DUE.getTime() + 30 * 60_000)
  await reconcilePayments(ctxFor(portal.db, null, later))
  await portal.run(later)
  expect(await charged(portal)).toEqual([])
  expect(await portal.attempts()).toMatchObject([{ outcome: 'interrupted', next_on: null }])
})

test('the test provider identifies an order by its key', async () => {
  const portal = await setUpCharged()
  await portal.run(DUE)
  const { idempotency_key, method_token, provider_customer_id, ...payment } = await portal.db
    .selectFrom('payments')
    .select(['id', 'idempotency_key', 'method_token', 'provider_customer_id', 'created_at', 'description'])
    .executeTakeFirstOrThrow()
  const again = {
    paymentId: payment.id,
    createdAt: payment.created_at,
    amount: 360_000,
    currency: 'USD',
    description: payment.description,
    method: method_token ?? '',
    customer: provider_customer_id,
    offSession: true,
    idempotencyKey: idempotency_key,
  }
  await paymentProvider(ctxFor(portal.db, null, DUE).services).charge(again)
  expect(await charged(portal)).toEqual([360_000])
})

const ZONES = ['Pacific/Kiritimati', 'Europe/Berlin', 'America/New_York', 'Pacific/Niue', 'Asia/Kathmandu']
const retryDays = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 5 })
  .map((days) => days.toSorted((a, b) => a - b))

test('charges are never early, twice a day or after the schedule, in any time zone', () => {
  fc.assert(
    fc.property(
      fc.record({
        zone: fc.constantFrom(...ZONES),
        retryDays,
        // Hours between runs of the job.
        gaps: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 20, maxLength: 80 }),
        start: fc.integer({ min: 0, max: 400 * 24 }),
      }),
      ({ zone, retryDays: days, gaps, start }) => {
        let now = Date.parse('2026-01-01T00:00:00Z') + start * 3_600_000
        const due_on = shiftDate(dateInZone(new Date(now), zone), 2)
        let last: { outcome: 'declined'; next_on: string | null } | null = null
        const tries: string[] = []
        for (const gap of gaps) {
          now += gap * 3_600_000
          const today = dateInZone(new Date(now), zone)
          const invoice = {
            plan: [{ due_date: due_on, amount: 1, open: 1 }],
            notices: new Map([[due_on, { on: due_on, amount: 1 }]]),
            notice_days: null,
            effective_on: due_on,
            paused_at: null,
            last_outcome: last?.outcome ?? null,
            last_charged_on: tries.at(-1) ?? null,
            last_next_on: last?.next_on ?? null,
          }
          const planned = plannedOn(invoice, today)
          if (planned === null || !isChargedOn(planned, today)) continue
          expect(planned >= due_on).toBe(true)
          expect(today >= planned).toBe(true)
          tries.push(today)
          last = {
            outcome: 'declined',
            next_on: nextTry('insufficient_funds', { declines: tries.length, retryDays: days, today }),
          }
        }
        expect(tries.length).toBeLessThanOrEqual(1 + days.length)
        expect(new Set(tries).size).toBe(tries.length)
        for (const [index, day] of tries.entries()) {
          const since = daysBetween(due_on, day)
          const meant = index === 0 ? 0 : (days[index - 1] ?? 0)
          expect(since).toBeGreaterThanOrEqual(meant)
          expect(since).toBeLessThanOrEqual(meant + (index + 1) * LATE_DAYS)
        }
      },
    ),
    { numRuns: 500 },
  )
})
