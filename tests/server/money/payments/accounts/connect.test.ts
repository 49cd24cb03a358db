import { expect, test } from 'vitest'
import { CARDS_NOT_SET_UP } from '#shared/money/payments/payments.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { eventOf } from '#tests/support/stripe/stripe-portal.ts'
import {
  CONNECT_SECRET,
  entered,
  HOME_KEYS,
  PORTAL_KEYS,
  PROOF,
  setUpAccounts,
} from '#tests/support/two-accounts.ts'

const CONNECT = { path: '/connect', secret: CONNECT_SECRET }

async function setUp() {
  const portal = await setUpAccounts()
  const { as, world, stripes, deliver } = portal
  const admin = as(world.admin)
  const owner = as(world.home.owner)
  const client = as(world.home.client)
  const switchOn = (connect_fee_bps = 0) =>
    admin.platform.savePayments({ share_keys: false, connect: true, connect_fee_bps, ...PROOF })
  const account = () => {
    const [made] = stripes.portal.accounts.connected.values()
    if (made === undefined) throw new Error('no account was made')
    return made
  }
  /** The owner has completed Stripe's onboarding. */
  const becomeReady = () => {
    Object.assign(account(), { charges_enabled: true, payouts_enabled: true, details_submitted: true })
    const event = eventOf('evt_ready', 'account.updated', account())
    return deliver({ ...event, account: account().id }, CONNECT)
  }
  return { ...portal, admin, owner, client, switchOn, account, becomeReady }
}

test("an owner completes Stripe's onboarding, and cards are accepted once Stripe confirms", async () => {
  const { owner, client, switchOn, account, becomeReady } = await setUp()
  await expect(owner.payments.startOnboarding(PROOF)).rejects.toThrow('does not offer Stripe Connect')
  await switchOn()
  expect(await owner.payments.account()).toMatchObject({ connect_offered: true, takes: 'none' })
  const { url } = await owner.payments.startOnboarding(PROOF)
  expect(url).toMatch(/^https:\/\/connect\.stripe\.test\/setup\//)
  await owner.payments.startOnboarding(PROOF)
  expect(await owner.payments.account()).toMatchObject({
    takes: 'none',
    account: { kind: 'connect', charges_enabled: false, details_submitted: false },
  })
  await expect(client.payments.quickPay(card('pm_card_visa'))).rejects.toThrow(CARDS_NOT_SET_UP)
  expect((await becomeReady()).status).toBe(200)
  expect(await owner.payments.account()).toMatchObject({
    takes: 'connect',
    account: { charges_enabled: true },
  })
  expect(await client.payments.provider()).toMatchObject({ stripe_account: account().id })
})

test('missed updates are fetched when the owner returns', async () => {
  const { owner, switchOn, account } = await setUp()
  await switchOn()
  await owner.payments.startOnboarding(PROOF)
  Object.assign(account(), { charges_enabled: true })
  expect(await owner.payments.refreshAccount()).toMatchObject({ takes: 'connect' })
})

test('charges are made on the connected account, less the platform fee', async () => {
  const { owner, client, world, stripes, switchOn, account, becomeReady } = await setUp()
  await switchOn(150)
  await owner.payments.startOnboarding(PROOF)
  await becomeReady()
  const invoice_id = await sendInvoiceTo(owner, world.home.client.clientId)
  const charge = await client.payments.payInvoice({ invoice_id, ...card('pm_card_visa') })
  expect(charge.status).toBe('succeeded')
  const [intent] = stripes.portal.intents.known.values()
  expect(intent).toMatchObject({ amount: 360_000, application_fee_amount: 5400 })
  expect(stripes.portal.madeFor.at(-1)).toBe(account().id)
})

test('an event affects only the account it names', async () => {
  const { db, owner, client, world, stripes, deliver, switchOn, account, becomeReady } = await setUp()
  await switchOn()
  await owner.payments.startOnboarding(PROOF)
  await becomeReady()
  const invoice_id = await sendInvoiceTo(owner, world.home.client.clientId)
  await client.payments.payInvoice({ invoice_id, ...card('pm_card_authenticationRequired') })
  const [intent] = stripes.portal.intents.known.values()
  const paid = eventOf('evt_1', 'payment_intent.succeeded', { ...intent, status: 'succeeded' })
  const statuses = async () =>
    (await db.selectFrom('payments').select('status').execute()).map((payment) => payment.status)
  expect((await deliver({ ...paid, account: 'acct_nobody' }, CONNECT)).status).toBe(400)
  expect((await deliver(paid, CONNECT)).status).toBe(400)
  expect((await deliver({ ...paid, account: account().id }, { ...CONNECT, path: '/' })).status).toBe(400)
  expect(await statuses()).toEqual(['pending'])
  expect((await deliver({ ...paid, account: account().id }, CONNECT)).status).toBe(200)
  expect(await statuses()).toEqual(['succeeded'])
})

test('an event of the other mode is received without effect', async () => {
  const { db, owner, client, world, stripes, deliver, switchOn, account, becomeReady, endpointOf } =
    await setUp()
  await switchOn()
  await owner.payments.startOnboarding(PROOF)
  await becomeReady()
  const invoice_id = await sendInvoiceTo(owner, world.home.client.clientId)
  await client.payments.payInvoice({ invoice_id, ...card('pm_card_authenticationRequired') })
  const [intent] = stripes.portal.intents.known.values()
  const paid = eventOf('evt_1', 'payment_intent.succeeded', { ...intent, status: 'succeeded' })
  // A live endpoint for connected accounts gets their test events, too.
  const other = { ...paid, livemode: true, account: account().id }
  const answer = await deliver(other, CONNECT)
  expect([answer.status, await answer.json()]).toEqual([200, { received: true, applied: false }])
  const gone = eventOf('evt_2', 'account.application.deauthorized', { id: 'ca_1', object: 'application' })
  await deliver({ ...gone, livemode: true, account: account().id }, CONNECT)
  expect(await owner.payments.account()).toMatchObject({ takes: 'connect' })
  expect((await owner.payments.list({ invoice_id })).items[0]?.status).toBe('pending')
  await deliver({ ...paid, account: account().id }, CONNECT)
  expect((await owner.payments.list({ invoice_id })).items[0]?.status).toBe('succeeded')

  await owner.payments.connectKeys(entered(HOME_KEYS))
  const payout = { id: 'po_1', object: 'payout', amount: 500, currency: 'usd', status: 'paid' }
  const dates = { created: 1_772_600_000, arrival_date: 1_772_600_000 }
  const sent = { ...eventOf('evt_3', 'payout.paid', { ...payout, ...dates }), livemode: true }
  for (const to of [endpointOf('home'), { path: '/', secret: PORTAL_KEYS.webhookSecret }]) {
    expect(await (await deliver(sent, to)).json()).toEqual({ received: true, applied: false })
  }
  expect(await db.selectFrom('provider_payouts').selectAll().execute()).toEqual([])
})

test('an account disconnected at Stripe takes no more cards', async () => {
  const { owner, client, deliver, switchOn, account, becomeReady } = await setUp()
  await switchOn()
  await owner.payments.startOnboarding(PROOF)
  await becomeReady()
  const event = eventOf('evt_gone', 'account.application.deauthorized', { id: 'ca_1', object: 'application' })
  expect((await deliver({ ...event, account: account().id }, CONNECT)).status).toBe(200)
  expect(await owner.payments.account()).toMatchObject({ takes: 'none', account: null })
  await expect(client.payments.quickPay(card('pm_card_visa'))).rejects.toThrow(CARDS_NOT_SET_UP)
})

test('after a disconnection at Stripe, the owner tells whether a debit in process arrived', async () => {
  const { db, owner, client, as, world, stripes, deliver, switchOn, account, becomeReady } = await setUp()
  await switchOn()
  await owner.payments.startOnboarding(PROOF)
  await becomeReady()
  const debits: string[] = []
  for (let count = 0; count < 2; count++) {
    const invoice_id = await sendInvoiceTo(owner, world.home.client.clientId)
    const method = stripes.portal.tokens.collect('us_bank_account')
    const { payment_id: id } = await client.payments.payInvoice({ invoice_id, ...card(method) })
    await expect(owner.payments.settleManual({ id, received: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    debits.push(id)
  }
  const gone = eventOf('evt_gone', 'account.application.deauthorized', { id: 'ca_1', object: 'application' })
  stripes.portal.fail = { status: 403, message: 'The provided key does not have access to this account.' }
  await deliver({ ...gone, account: account().id }, CONNECT)
  const shown = async (caller = owner) =>
    (await caller.payments.list({})).items.map(({ status, confirmable }) => [status, confirmable])
  expect(await shown()).toEqual([
    ['processing', true],
    ['processing', true],
  ])
  expect(await shown(client)).toEqual([
    ['processing', false],
    ['processing', false],
  ])
  const [arrived = '', lost = ''] = debits
  const foreign = as(world.foreign.owner)
  await expect(foreign.payments.settleManual({ id: lost, received: false })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await owner.payments.settleManual({ id: arrived, received: true })).toMatchObject({
    status: 'succeeded',
  })
  expect(await owner.payments.settleManual({ id: lost, received: false })).toMatchObject({
    status: 'failed',
    failure: 'The payment did not arrive.',
  })
  const statuses = await db.selectFrom('invoices').select('status').orderBy('number').execute()
  expect(statuses).toEqual([{ status: 'paid' }, { status: 'sent' }])
  const told = await client.notifications.list({})
  expect(told.items.filter(({ event }) => event === 'payment_failed')).toHaveLength(1)
})

test('disabled by the platform, connected accounts take no cards; own keys still work', async () => {
  const { admin, owner, client, switchOn, becomeReady } = await setUp()
  await switchOn()
  await owner.payments.startOnboarding(PROOF)
  await becomeReady()
  await admin.platform.savePayments({ share_keys: false, connect: false, connect_fee_bps: 0, ...PROOF })
  await expect(client.payments.quickPay(card('pm_card_visa'))).rejects.toThrow(CARDS_NOT_SET_UP)
  await owner.payments.connectKeys(entered(HOME_KEYS))
  expect((await client.payments.quickPay(card('pm_card_visa'))).status).toBe('succeeded')
})
