import { expect, test } from 'vitest'
import { atNoon, giveWith, setUpAutopay } from '#tests/support/autopay.ts'
import { callerAs } from '#tests/support/caller.ts'
import { card, draftFor, sendInvoiceTo } from '#tests/support/money.ts'
import { setUpStripe } from '#tests/support/stripe-portal.ts'

const tokenOf = async (owner: ReturnType<typeof callerAs>, id: string) =>
  new URL((await owner.invoices.createPayLink({ id })).url).searchParams.get('token') ?? ''

test('the provider never hears the token of a pay link, and the payer comes back all the same', async () => {
  const { db, config, owner, stripe, world } = await setUpStripe()
  const { id } = await owner.invoices.save({
    ...draftFor(world.home.client.clientId),
    currency: 'EUR',
    booking_rate: '1.1',
  })
  await owner.invoices.send({ id })
  const token = await tokenOf(owner, id)
  const anybody = callerAs(db, null, { config })
  const asked = await anybody.payments.payByLink({ token, ...card(stripe.tokens.collect('ideal')) })
  const [intent] = stripe.intents.values()
  const address = stripe.returnUrls.get(intent?.id ?? '') ?? ''
  expect(address).toMatch(new RegExp(`/pay\\?returned=${asked.payment_id}$`))
  expect(address).not.toContain(token)
  if (intent !== undefined) stripe.succeed(intent)
  expect((await anybody.payments.confirmByLink({ token, id: asked.payment_id })).status).toBe('succeeded')
})

test('whoever holds a pay link learns when autopay charges the invoice, but not to which card', async () => {
  const { db, owner, client, world } = await setUpAutopay()
  const anybody = callerAs(db, null)
  const before = await sendInvoiceTo(owner, world.home.client.clientId)
  expect((await anybody.autopay.byLink({ token: await tokenOf(owner, before) })).next).toBeNull()
  await giveWith(client, { limit: { amount: 400_000, currency: 'USD' } })
  const token = await tokenOf(owner, before)
  const seen = await anybody.autopay.byLink({ token })
  expect(seen.next).toEqual({ on: '2026-04-03', amount: 360_000, blocked: false })
  expect(JSON.stringify(seen)).not.toContain('4242')
  const paid = callerAs(db, null, { now: atNoon('2026-03-05') })
  await paid.payments.payByLink({ token, ...card() })
  expect((await anybody.autopay.byLink({ token })).next).toBeNull()
})
