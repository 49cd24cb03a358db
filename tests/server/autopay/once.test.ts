import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeByAutopay } from '#server/autopay/commands/charge.ts'
import { isChargedOn, nextTry, plannedOn } from '#server/autopay/rules.ts'
import { reconcilePayments } from '#server/payments/commands/reconcile.ts'
import { createTestProvider } from '#server/test-provider/commands/charge.ts'
import { LATE_DAYS } from '#shared/autopay.ts'
import { daysBetween, shiftDate } from '#shared/calendar.ts'
import { dateInZone } from '#shared/dates.ts'
import { DUE, setUpCharged } from '#tests/support/autopay.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { card } from '#tests/support/money.ts'

type Portal = Awaited<ReturnType<typeof setUpCharged>>

const charged = async ({ db }: Portal) =>
  (await db.selectFrom('test_intents').select('amount').where('status', '=', 'succeeded').execute()).map(
    ({ amount }) => amount,
  )

const settleAll = (runs: Promise<unknown>[]) => Promise.allSettled(runs)

test('20 processes at once charge once', async () => {
  const portal = await setUpCharged()
  await settleAll(Array.from({ length: 20 }, () => portal.run(DUE)))
  await portal.run(DUE)
  expect(await charged(portal)).toEqual([360_000])
  expect(await portal.attempts()).toMatchObject([{ outcome: 'succeeded' }])
  expect(await portal.charges()).toMatchObject([{ status: 'succeeded' }])
})

test('20 processes at once decline once, and one retry is planned', async () => {
  const portal = await setUpCharged()
  await portal.spoil('mock_card_insufficient')
  await settleAll(Array.from({ length: 20 }, () => portal.run(DUE)))
  await portal.run(DUE)
  expect(await portal.attempts()).toMatchObject([{ outcome: 'declined', next_on: '2026-04-06' }])
  expect(await portal.mails(/could not be charged/)).toHaveLength(1)
})

test('paid by hand at the same moment, an invoice is paid once', async () => {
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

test('turned off at the same moment, it charges at most what had begun, and nothing after', async () => {
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

/** A run that its process does not survive: the provider's answer, or the order itself, is lost. */
async function runCutOff(
  portal: Portal,
  step: 'before the provider' | 'after the provider' | 'before the retry',
) {
  const ctx = ctxFor(portal.db, null, DUE)
  const cut = () => {
    throw new Error('the process was killed')
  }
  if (step === 'before the provider') {
    await portal.db.schema.alterTable('test_intents').renameTo('test_intents_away').execute()
    await chargeByAutopay(ctx)
    await portal.db.schema.alterTable('test_intents_away').renameTo('test_intents').execute()
  } else if (step === 'after the provider') {
    await chargeByAutopay({
      ...ctx,
      services: {
        ...ctx.services,
        reactions: [async (_tx, { name }) => (name === 'invoice.paid' ? cut() : undefined)],
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
  'cut off %s, it charges once all the same',
  async (step) => {
    const portal = await setUpCharged()
    await runCutOff(portal, step)
    expect(await portal.attempts()).toMatchObject([{ outcome: 'pending' }])
    const later = new Date(DUE.getTime() + 30 * 60_000)
    // The clock of payments is the test's: they were made in March.
    await portal.run(later)
    await reconcilePayments(ctxFor(portal.db, null, later))
    for (let times = 0; times < 3; times += 1) await portal.run(later)
    expect(await charged(portal)).toEqual([360_000])
    const outcomes = (await portal.attempts()).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(step === 'before the provider' ? ['interrupted', 'succeeded'] : ['succeeded'])
  },
)

test('cut off between the decline and its consequences, the next run draws them once', async () => {
  const portal = await setUpCharged()
  await runCutOff(portal, 'before the retry')
  expect(await portal.attempts()).toMatchObject([{ outcome: 'pending' }])
  await portal.run(DUE)
  await portal.run(DUE)
  expect(await portal.attempts()).toMatchObject([{ outcome: 'declined', next_on: '2026-04-06' }])
  expect(await portal.mails(/could not be charged/)).toHaveLength(1)
})

test('a charge that was begun before autopay was turned off is not begun anew afterwards', async () => {
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

test('the test provider knows an order by its key', async () => {
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
  await createTestProvider(ctxFor(portal.db, null, DUE).services).charge(again)
  expect(await charged(portal)).toEqual([360_000])
})

const ZONES = ['Pacific/Kiritimati', 'Europe/Berlin', 'America/New_York', 'Pacific/Niue', 'Asia/Kathmandu']
const retryDays = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 5 })
  .map((days) => days.toSorted((a, b) => a - b))

test('whenever the job runs and wherever the agency is: never early, never twice a day, never after the plan', () => {
  fc.assert(
    fc.property(
      fc.record({
        zone: fc.constantFrom(...ZONES),
        retryDays,
        // Hours between one run of the job and the next.
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
