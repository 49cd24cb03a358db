import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { atNoon, giveWith, setUpAutopay } from '#tests/support/money/autopay.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { payLinkToken } from '#tests/support/money/pay-link.ts'

test('a pay link shows when autopay charges the invoice, but not the card', async () => {
  const { db, owner, client, world } = await setUpAutopay()
  const anybody = callerAs(db, null)
  const before = await sendInvoiceTo(owner, world.home.client.clientId)
  expect((await anybody.autopay.byLink({ token: await payLinkToken(owner, before) })).next).toBeNull()
  await giveWith(client, { limit: { amount: 400_000, currency: 'USD' } })
  const token = await payLinkToken(owner, before)
  const seen = await anybody.autopay.byLink({ token })
  expect(seen.next).toEqual({ on: '2026-04-03', amount: 360_000, blocked: false })
  expect(JSON.stringify(seen)).not.toContain('4242')
  const paid = callerAs(db, null, { now: atNoon('2026-03-05') })
  await paid.payments.payByLink({ token, ...card() })
  expect((await anybody.autopay.byLink({ token })).next).toBeNull()
})
