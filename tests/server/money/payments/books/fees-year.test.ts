import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StandInIntent } from '#packages/stripe-stand-in/src/payments/intents.ts'
import { importBalances } from '#server/money/payments/book/commands/import-balances.ts'
import { applyStripeEvent } from '#server/money/payments/commands/apply-event.ts'
import { compareBooks } from '#server/overview/platform/checks/commands/compare-books.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { card } from '#tests/support/money/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

const DAY = 86_400
const START = Math.floor(Date.parse('2026-03-04T11:00:00Z') / 1000)

const step = fc.oneof(
  fc.record({
    kind: fc.constant('charge' as const),
    fee: fc.integer({ min: 0, max: 9000 }),
    settled: fc.option(fc.integer({ min: 50, max: 150 }), { nil: null }),
  }),
  fc.record({ kind: fc.constant('refund' as const), of: fc.nat(), part: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('dispute' as const), of: fc.nat(), won: fc.boolean() }),
  fc.record({ kind: fc.constant('account' as const), amount: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({ kind: fc.constant('adjustment' as const), amount: fc.integer({ min: -900, max: 900 }) }),
  fc.record({ kind: fc.constant('other' as const), amount: fc.integer({ min: 50, max: 9000 }) }),
  fc.record({ kind: fc.constant('payout' as const), fails: fc.boolean(), byHand: fc.boolean() }),
  fc.record({ kind: fc.constant('read' as const), twice: fc.boolean() }),
)

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0)

const PAYMENTS = 3

test('a year of charges, refunds, disputes, fees and payouts: report, ledger and bank agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), fc.nat(), async (steps, seed) => {
      const { stripe, client, db, config, world } = await setUpStripe()
      const { balance } = stripe
      for (let index = 0; index < PAYMENTS; index++) await client.payments.quickPay(card('pm_card_visa'))
      const charged: StandInIntent[] = []
      const waiting = [...stripe.intents.known.values()]
      let now = START
      const ctx = () => {
        const at = new Date(now * 1000)
        return ctxFor(testServices(db, { config, now: at }), null, at)
      }
      const events: object[] = []
      for (const next of steps) {
        now += 6 * DAY
        balance.clock.now = now
        const intent = 'of' in next ? charged[next.of % Math.max(1, charged.length)] : waiting[0]
        if (next.kind === 'charge' && intent !== undefined) {
          charged.push(intent)
          waiting.shift()
          const settled = next.settled && {
            amount: Math.round((intent.amount * next.settled) / 100),
            currency: 'eur',
            rate: next.settled / 100,
          }
          balance.charged(intent, { fee: next.fee, ...(settled && { settled }) })
        } else if (next.kind === 'refund' && intent !== undefined) {
          balance.refunded(intent, Math.ceil((intent.amount * next.part) / 1000))
        } else if (next.kind === 'dispute' && intent !== undefined) {
          balance.disputed(intent, {}, { fee: 1500 })
          if (next.won) balance.disputed(intent, {}, { won: true })
        } else if (next.kind === 'account') balance.add({ type: 'stripe_fee' }, -next.amount, 'usd')
        else if (next.kind === 'adjustment') balance.add({ type: 'adjustment' }, next.amount, 'usd')
        else if (next.kind === 'other') {
          const source = { id: 'ch_1', object: 'charge', amount: next.amount, currency: 'usd', metadata: {} }
          const foreign = { ...source, payment_intent: 'pi_foreign' } as never
          balance.add({ type: 'charge', source: foreign }, next.amount, 'usd', { fee: 33 })
        } else if (next.kind === 'payout') {
          for (const currency of ['usd', 'eur']) {
            const arrives = new Date((now + 2 * DAY) * 1000).toISOString().slice(0, 10)
            const payout = balance.payOut({ currency, arrives, automatic: !next.byHand })
            events.push({ ...payout, status: 'pending' }, { ...payout })
            if (!next.fails) continue
            Object.assign(payout, { status: 'failed', failure_message: 'Closed.' })
            balance.add({ type: 'payout_failure' }, payout.amount, currency)
            events.push({ ...payout })
          }
        } else if (next.kind === 'read') {
          await Promise.all(
            next.twice ? [importBalances(ctx()), importBalances(ctx())] : [importBalances(ctx())],
          )
        }
      }
      // Events come duplicated and in any order, before or after the last read.
      const news = [...events, ...events].map((object, index) => ({ object, index }))
      const shuffled = news.toSorted(
        (a, b) => ((a.index * 7919 + seed) % 101) - ((b.index * 7919 + seed) % 101),
      )
      const tell = async (part: typeof news) => {
        for (const { object, index } of part) {
          const type = `payout.${(object as { status: string }).status === 'failed' ? 'failed' : 'updated'}`
          const event = eventOf(`evt_${index % events.length}`, type, object) as never
          await applyStripeEvent(ctx(), { account: 'instance', event })
        }
      }
      await tell(shuffled.slice(0, seed % (news.length + 1)))
      await importBalances(ctx())
      await tell(shuffled.slice(seed % (news.length + 1)))
      await importBalances(ctx())

      const { entries, payouts, contents } = balance.balanceOf()
      const ours = new Set(charged.map(({ latest_charge }) => latest_charge?.id))
      const isOurs = (entry: (typeof entries)[number]) =>
        entry.source === null || ours.has(entry.source.id) || entry.source.object !== 'charge'
      for (const currency of ['usd', 'eur']) {
        const own = entries.filter((entry) => entry.currency === currency && isOurs(entry))
        const fees = sumOf(own, (entry) => entry.fee - (entry.type === 'stripe_fee' ? entry.amount : 0))
        const adjusted = sumOf(own, (entry) =>
          entry.type === 'adjustment' && entry.source === null ? -entry.amount : 0,
        )
        const booked = async (category: string) => {
          const rows = await db
            .selectFrom('ledger_entries')
            .select('amount')
            .where('category', '=', category)
            .where('currency', '=', currency.toUpperCase())
            .where('agency_id', '=', world.home.agencyId)
            .execute()
          return sumOf(rows, ({ amount }) => amount)
        }
        expect(await booked('provider_fees')).toBe(fees)
        expect(await booked('provider_adjustments')).toBe(adjusted)
      }
      const at = new Date(now * 1000)
      const owner = callerAs(db, world.home.owner, { config, now: at })
      const report = (await owner.finance.providerPayouts({ limit: 100 })).items
      expect(report).toHaveLength(payouts.length)
      for (const payout of payouts) {
        const row = report.find(({ reference }) => reference === payout.id)
        expect(row).toMatchObject({ amount: payout.amount, status: payout.status })
        if (payout.automatic && (contents.get(payout.id)?.size ?? 0) > 1) {
          expect(row?.sums?.net).toBe(payout.amount)
        }
      }
      const [stored] = await db
        .selectFrom('balance_movements')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .execute()
      expect(Number(stored?.count)).toBe(entries.filter(({ type }) => type !== 'payout').length)
      await compareBooks(ctx())
      const differences = await db.selectFrom('book_differences').select('kind').execute()
      expect(differences.filter(({ kind }) => kind === 'payouts')).toEqual([])
    }),
    { numRuns: 8 },
  )
})
