import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { draftFor } from '#tests/support/money.ts'
import { createWorld } from '#tests/support/world.ts'

test('a recurring invoice opens with all its form shows, and keeps its dates when only words change', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const terms = { frequency: 'monthly', starts_on: '2026-03-31', due_days: 10 } as const
  const { id } = await owner.invoices.saveRecurring({
    ...content,
    ...terms,
    notes: 'Thank you',
    discount: { type: 'percent', value: 1000 },
  })
  const plan = await owner.invoices.recurringPlan({ id })
  expect(plan).toMatchObject({
    ...terms,
    title: content.title,
    notes: 'Thank you',
    discount_given: { type: 'percent', value: 1000 },
    items: content.items,
    next_on: '2026-03-31',
  })
  await owner.invoices.saveRecurring({ ...content, ...terms, id, version: plan.version, title: 'Retainer' })
  expect(await owner.invoices.recurringPlan({ id })).toMatchObject({
    title: 'Retainer',
    next_on: '2026-03-31',
  })
})
