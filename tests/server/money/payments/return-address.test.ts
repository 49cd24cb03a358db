import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { card, draftFor } from '#tests/support/money/money.ts'
import { payLinkToken } from '#tests/support/money/pay-link.ts'
import { setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

test("the provider never receives a pay link's token, and the payer still returns", async () => {
  const { db, config, owner, stripe, world } = await setUpStripe()
  const { id } = await owner.invoices.save({
    ...draftFor(world.home.client.clientId),
    currency: 'EUR',
    booking_rate: '1.1',
  })
  await owner.invoices.send({ id })
  const token = await payLinkToken(owner, id)
  const anybody = callerAs(db, null, { config })
  const asked = await anybody.payments.payByLink({ token, ...card(stripe.tokens.collect('ideal')) })
  const [intent] = stripe.intents.known.values()
  const address = stripe.intents.returnUrls.get(intent?.id ?? '') ?? ''
  expect(address).toMatch(new RegExp(`/pay\\?returned=${asked.payment_id}$`))
  expect(address).not.toContain(token)
  if (intent !== undefined) stripe.intents.succeed(intent)
  expect((await anybody.payments.confirmByLink({ token, id: asked.payment_id })).status).toBe('succeeded')
})
