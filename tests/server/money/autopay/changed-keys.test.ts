import { expect, test } from 'vitest'
import { chargeByAutopay } from '#server/money/autopay/commands/charge.ts'
import { TEST_NOW } from '#tests/support/caller.ts'
import { giveWith } from '#tests/support/money/autopay.ts'
import { card } from '#tests/support/money/money.ts'
import { startedWith, withLiveKeys } from '#tests/support/stripe/changed-keys.ts'
import { setUpStripe } from '#tests/support/stripe/stripe-portal.ts'

test('a card saved with the portal’s former Stripe keys is not charged, and its client is asked for another', async () => {
  const portal = await setUpStripe()
  const testing = startedWith(portal)
  await testing.start()
  await testing.client.payments.addCard(card('pm_card_visa'))
  await giveWith(testing.client)
  const live = await withLiveKeys(portal)
  await live.start()
  await chargeByAutopay(live.ctxAt(TEST_NOW))
  const of = { client_id: portal.world.home.client.clientId }
  const [mandate] = (await live.owner.autopay.ofClient(of)).mandates
  expect(mandate?.paused).toContain('the card must be entered again')
  expect(live.stripe.intents.known.size).toBe(0)
})
