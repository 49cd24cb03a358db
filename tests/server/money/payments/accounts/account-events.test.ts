import Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { StandInIntent } from '#packages/stripe-stand-in/src/payments/intents.ts'
import type { Db } from '#server/base/db/schema.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { eventOf } from '#tests/support/stripe/stripe-portal.ts'
import {
  CONNECT_SECRET,
  entered,
  FOREIGN_KEYS,
  HOME_KEYS,
  PORTAL_KEYS,
  setUpAccounts,
} from '#tests/support/two-accounts.ts'

const EVENTS = 1000

/** A reproducible shuffle. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

async function setUp() {
  const portal = await setUpAccounts()
  const { as, world } = portal
  const sides = { home: world.home, foreign: world.foreign }
  await as(world.home.owner).payments.connectKeys(entered(HOME_KEYS))
  await as(world.foreign.owner).payments.connectKeys(entered(FOREIGN_KEYS))
  for (const side of ['home', 'foreign'] as const) {
    const { owner, client } = sides[side]
    for (let count = 0; count < 5; count++) {
      const invoice_id = await sendInvoiceTo(as(owner), client.clientId)
      await as(client).payments.payInvoice({ invoice_id, ...card('pm_card_authenticationRequired') })
    }
    await as(client).payments.addCard(card('pm_card_visa'))
  }
  return portal
}

/** Everything of an agency that an event could change. */
async function rowsOf(db: Db, agencyId: string, userId: string) {
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'status', 'refunded', 'account', 'provider_payment_id'])
    .where('agency_id', '=', agencyId as never)
    .orderBy('id')
    .execute()
  const ids = payments.map(({ id }) => id)
  return {
    payments,
    ledger: await db
      .selectFrom('ledger_entries')
      .select(['direction', 'category', 'amount'])
      .where('agency_id', '=', agencyId as never)
      .orderBy('id')
      .execute(),
    refunds: await db.selectFrom('payment_refunds').selectAll().where('payment_id', 'in', ids).execute(),
    disputes: await db.selectFrom('payment_disputes').selectAll().where('payment_id', 'in', ids).execute(),
    cards: await db.selectFrom('saved_cards').selectAll().where('user_id', '=', userId).execute(),
  }
}

/** What Stripe or a forger may send about a charge. */
function newsOf(intent: StandInIntent, id: string): [string, object][] {
  const charge = {
    id: `ch_${id}`,
    object: 'charge',
    amount: intent.amount,
    amount_refunded: intent.amount,
    currency: 'usd',
    payment_intent: intent.id,
    metadata: intent.metadata,
  }
  const part = { amount: 1000, currency: 'usd', payment_intent: intent.id, metadata: {} }
  return [
    ['payment_intent.succeeded', { ...intent, status: 'succeeded' }],
    ['payment_intent.processing', { ...intent, status: 'processing' }],
    ['payment_intent.payment_failed', { ...intent, status: 'requires_payment_method' }],
    ['payment_intent.canceled', { ...intent, status: 'canceled' }],
    ['charge.refunded', charge],
    ['refund.created', { id: `re_${id}`, object: 'refund', status: 'succeeded', charge: charge.id, ...part }],
    ['charge.dispute.created', { id: `dp_${id}`, status: 'needs_response', reason: 'fraudulent', ...part }],
  ]
}

test('a thousand shuffled, duplicated, forged and misdirected events affect no other account', async () => {
  const { db, world, stripes, deliver, endpointOf } = await setUp()
  const { home, foreign } = world
  const homeIntents = [...stripes.home.intents.known.values()]
  const foreignIntents = [...stripes.foreign.intents.known.values()]
  const method = [...stripes.foreign.methods.known.values()].find((entry) => entry.customer !== null)
  const doors = {
    home: endpointOf('home'),
    portal: { path: '/', secret: PORTAL_KEYS.webhookSecret },
    connect: { path: '/connect', secret: CONNECT_SECRET },
  }
  const foreignBefore = await rowsOf(db, foreign.agencyId, foreign.client.userId)
  const pick = random(20_261_122)
  const from = <Item>(items: readonly Item[]): Item => items[pick(items.length)] as Item
  const sent: { event: object; to: { path: string; secret: string } }[] = []
  for (let count = 0; count < EVENTS / 2; count++) {
    const id = `${count}`
    const kind = pick(5)
    if (kind === 0) {
      // Home's own events.
      const [type, object] = from(newsOf(from(homeIntents), id))
      sent.push({ event: eventOf(`evt_${id}`, type, object), to: doors.home })
    } else if (kind === 1) {
      // About the foreign agency's charges, signed with home's secret, which its owner knows.
      const [type, object] = from(newsOf(from(foreignIntents), id))
      sent.push({ event: eventOf(`evt_${id}`, type, object), to: doors.home })
    } else if (kind === 2) {
      // The foreign payment's id on home's intent, and its customer's card removed.
      const theirs = from(foreignIntents)
      const mixed = { ...from(homeIntents), status: 'succeeded', metadata: theirs.metadata }
      const detached = {
        ...eventOf(`evt_${id}`, 'payment_method.detached', { ...method, customer: null }),
        data: { object: { ...method, customer: null }, previous_attributes: { customer: method?.customer } },
      }
      sent.push({
        event: pick(2) === 0 ? eventOf(`evt_${id}`, 'payment_intent.succeeded', mixed) : detached,
        to: doors.home,
      })
    } else if (kind === 3) {
      // At the wrong endpoint, with another one's secret.
      const [type, object] = from(newsOf(from(foreignIntents), id))
      const path = endpointOf('foreign').path
      const secret = from([doors.home.secret, PORTAL_KEYS.webhookSecret, 'whsec_guessed', CONNECT_SECRET])
      sent.push({ event: eventOf(`evt_${id}`, type, object), to: { path, secret } })
    } else {
      // At the portal's own endpoints, also on behalf of an account.
      const [type, object] = from(newsOf(from(foreignIntents), id))
      const account = from([undefined, stripes.foreign.accounts.own.id, 'acct_nobody'])
      const event = { ...eventOf(`evt_${id}`, type, object), ...(account !== undefined && { account }) }
      sent.push({ event, to: from([doors.portal, doors.connect]) })
    }
  }
  const all = [...sent, ...sent].map((one) => ({ one, at: pick(1_000_000) })).toSorted((a, b) => a.at - b.at)
  expect(all).toHaveLength(EVENTS)
  const statuses = new Map<number, number>()
  for (let start = 0; start < all.length; start += 20) {
    const answers = await Promise.all(
      all.slice(start, start + 20).map(({ one }) => deliver(one.event, one.to)),
    )
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses.keys()].toSorted()).toEqual([200, 400])
  // Nothing of the foreign agency has changed, and home's own events arrived.
  expect(await rowsOf(db, foreign.agencyId, foreign.client.userId)).toEqual(foreignBefore)
  const own = await rowsOf(db, home.agencyId, home.client.userId)
  expect(own.payments.every((payment) => payment.status !== 'pending')).toBe(true)
  expect(own.ledger.length).toBeGreaterThan(0)
  // The foreign agency's own events still count, whatever ids the forger used.
  const [intent] = foreignIntents
  if (intent === undefined) throw new Error('no foreign intent')
  const truth = { ...intent, status: 'succeeded' }
  for (let count = 0; count < 3; count++) {
    await deliver(eventOf('evt_1', 'payment_intent.succeeded', truth), endpointOf('foreign'))
  }
  const after = await rowsOf(db, foreign.agencyId, foreign.client.userId)
  expect(after.ledger).toHaveLength(foreignBefore.ledger.length + 1)
})

test('an event of another API version is rejected with a message, so that it is retried', async () => {
  const { db, stripes, deliver, endpointOf } = await setUp()
  const [intent] = [...stripes.home.intents.known.values()]
  const event = eventOf('evt_old', 'payment_intent.succeeded', { ...intent, status: 'succeeded' })
  const old = await deliver({ ...event, api_version: '2024-06-20' }, endpointOf('home'))
  expect(old.status).toBe(400)
  expect(await old.json()).toEqual({ error: `The endpoint must use the API version ${Stripe.API_VERSION}.` })
  expect(await db.selectFrom('payment_events').selectAll().execute()).toEqual([])
  expect((await deliver(event, endpointOf('home'))).status).toBe(200)
})
