import { expect, test } from 'vitest'
import { importBalances } from '#server/money/payments/book/commands/import-balances.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { eventOf } from '#tests/support/stripe/stripe-portal.ts'
import {
  CONNECT_SECRET,
  entered,
  FOREIGN_KEYS,
  HOME_KEYS,
  PROOF,
  setUpAccounts,
} from '#tests/support/two-accounts.ts'

const CONNECT = { path: '/connect', secret: CONNECT_SECRET }
const LATER = new Date('2026-03-06T08:00:00.000Z')

async function setUp() {
  const portal = await setUpAccounts()
  const read = () => importBalances(ctxFor(portal.services, null, LATER))
  const entries = () =>
    portal.db
      .selectFrom('ledger_entries')
      .select(['agency_id', 'direction', 'category', 'amount', 'currency'])
      .where('category', 'in', ['provider_fees', 'platform_fees'])
      .orderBy('direction')
      .orderBy('category')
      .orderBy('amount')
      .execute()
  const pay = async (agency: 'home' | 'foreign') => {
    const { owner, client } = portal.world[agency]
    const invoice_id = await sendInvoiceTo(portal.as(owner), client.clientId)
    await portal.as(client).payments.payInvoice({ invoice_id, ...card('pm_card_visa') })
  }
  const intentAt = (name: 'portal' | 'home' | 'foreign') => {
    const intent = [...portal.stripes[name].intents.known.values()].at(-1)
    if (intent === undefined) throw new Error('nothing was charged')
    return intent
  }
  return { ...portal, read, entries, pay, intentAt }
}

test("each agency's account has its own fees and payouts, hidden from others", async () => {
  const { as, world, stripes, read, entries, pay, intentAt } = await setUp()
  const [home, foreign] = [as(world.home.owner, LATER), as(world.foreign.owner, LATER)]
  await as(world.home.owner).payments.connectKeys(entered(HOME_KEYS))
  await as(world.foreign.owner).payments.connectKeys(entered(FOREIGN_KEYS))
  await pay('home')
  await pay('foreign')
  for (const [name, fee] of [
    ['home', 1000],
    ['foreign', 2000],
  ] as const) {
    stripes[name].balance.charged(intentAt(name), { fee })
    stripes[name].balance.payOut({ currency: 'usd', arrives: '2026-03-06' })
  }
  await read()
  await read()
  expect(await entries()).toEqual(
    [
      { agency_id: world.home.agencyId, amount: 1000 },
      { agency_id: world.foreign.agencyId, amount: 2000 },
    ].map((own) => ({ ...own, direction: 'expense', category: 'provider_fees', currency: 'USD' })),
  )
  const [mine] = (await home.finance.providerPayouts({})).items
  const [theirs] = (await foreign.finance.providerPayouts({})).items
  expect(mine).toMatchObject({ amount: 359_000 })
  expect(theirs).toMatchObject({ amount: 358_000 })
  expect((await home.finance.providerPayouts({})).items).toHaveLength(1)
  await expect(home.finance.payoutMovements({ payout_id: theirs?.id ?? '' })).rejects.toThrow('doesn’t exist')
  await expect(as(world.home.client).finance.providerPayouts({})).rejects.toThrow()
})

test("an event of one account doesn't change another's payout of the same id", async () => {
  const { as, world, stripes, deliver, endpointOf, db } = await setUp()
  await as(world.home.owner).payments.connectKeys(entered(HOME_KEYS))
  await as(world.foreign.owner).payments.connectKeys(entered(FOREIGN_KEYS))
  const payout = stripes.home.balance.payOut({ currency: 'usd', arrives: '2026-03-06' })
  const event = (id: string, status: string) => eventOf(id, `payout.${status}`, { ...payout, status })
  expect((await deliver(event('evt_1', 'paid'), endpointOf('home'))).status).toBe(200)
  expect((await deliver(event('evt_1', 'failed'), endpointOf('foreign'))).status).toBe(200)
  const forged = { ...endpointOf('home'), secret: endpointOf('foreign').secret }
  expect((await deliver(event('evt_2', 'failed'), forged)).status).toBe(400)
  const rows = await db
    .selectFrom('provider_payouts')
    .select(['agency_id', 'status'])
    .orderBy('status', 'desc')
    .execute()
  expect(rows).toEqual([
    { agency_id: world.home.agencyId, status: 'paid' },
    { agency_id: world.foreign.agencyId, status: 'failed' },
  ])
})

test('the platform fee is an expense of the agency and income of the platform', async () => {
  const { as, world, stripes, deliver, read, entries, pay, intentAt } = await setUp()
  const admin = as(world.admin)
  await admin.platform.savePayments({ share_keys: false, connect: true, connect_fee_bps: 150, ...PROOF })
  await as(world.home.owner).payments.startOnboarding(PROOF)
  const [account] = stripes.portal.accounts.connected.values()
  if (account === undefined) throw new Error('no account was made')
  Object.assign(account, { charges_enabled: true, payouts_enabled: true, details_submitted: true })
  await deliver({ ...eventOf('evt_ready', 'account.updated', account), account: account.id }, CONNECT)
  await pay('home')
  const { balance } = stripes.portal
  balance.charged(intentAt('portal'), { account: account.id, fee: 10_470, applicationFee: 5400 })
  balance.payOut({ account: account.id, currency: 'usd', arrives: '2026-03-06' })
  const fee = { id: 'fee_1', object: 'application_fee' }
  balance.add({ type: 'application_fee', source: fee as never, description: 'Home' }, 5400, 'usd')
  balance.payOut({ currency: 'usd', arrives: '2026-03-06' })
  await read()
  await read()
  const usd = { currency: 'USD' }
  expect(await entries()).toEqual([
    { ...usd, agency_id: world.home.agencyId, direction: 'expense', category: 'platform_fees', amount: 5400 },
    {
      ...usd,
      agency_id: world.home.agencyId,
      direction: 'expense',
      category: 'provider_fees',
      amount: 10_470,
    },
    { ...usd, agency_id: null, direction: 'income', category: 'platform_fees', amount: 5400 },
  ])
  expect((await as(world.home.owner, LATER).finance.providerPayouts({})).items).toMatchObject([
    { amount: 344_130, sums: { gross: 360_000, fees: 10_470, platform_fees: 5400, net: 344_130 } },
  ])
  expect((await as(world.admin, LATER).finance.providerPayouts({})).items).toMatchObject([{ amount: 5400 }])
  expect(stripes.portal.madeFor).toContain(account.id)
})
