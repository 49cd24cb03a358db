import { expect, test } from 'vitest'
import { setUpBilling } from '#tests/support/stripe/stripe-billing.ts'

test('a plan that Stripe ends on a date is shown as ending and can be continued', async () => {
  const { owner, on, only, deliver, fill } = await setUpBilling()
  await owner.packages.subscribe({ ...on('Basic'), ...fill('pm_card_visa') })
  const periodEnd = only().items.data[0]?.current_period_end ?? 0
  const endOn = async (seconds: number) => {
    only().cancel_at = seconds
    await deliver({
      id: `evt_${seconds}`,
      type: 'customer.subscription.updated',
      livemode: false,
      data: { object: only() },
    })
    return owner.packages.subscription()
  }
  // Renews until then.
  expect(await endOn(periodEnd + 86_400)).toMatchObject({ cancel_at_period_end: false })
  expect(await endOn(periodEnd - 86_400)).toMatchObject({
    cancel_at_period_end: true,
    period_end: new Date(1000 * (periodEnd - 86_400)).toISOString(),
  })
  expect(await endOn(periodEnd)).toMatchObject({ cancel_at_period_end: true })
  await owner.packages.cancel({ when: 'never' })
  expect(only()).toMatchObject({ status: 'active', cancel_at: null, cancel_at_period_end: false })
  expect(await owner.packages.subscription()).toMatchObject({ cancel_at_period_end: false })
})
