import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { dropSeededLimits } from '#migrations/0034-billing-mails.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'

const STARTER = '4f6a0c52-7d3e-4b8a-9c41-5e2f8a7b2001'
const BASIC = '1f6a0c52-7d3e-4b8a-9c41-5e2f8a7b1001'

test('an upgrade removes the seeded limit texts from the catalog, but no custom ones', async () => {
  const { db } = await createTestDatabase()
  await db.deleteFrom('plan_features').execute()
  const rows = [
    [STARTER, 'Up to 5 team members'],
    [STARTER, '10 projects'],
    [STARTER, '12 projects, then on request'],
    [BASIC, '10 projects'],
    [BASIC, '10GB storage'],
    [BASIC, 'Basic reporting'],
  ].map(([plan_id = '', text = ''], position) => ({ plan_id, position, text }))
  await db.insertInto('plan_features').values(rows).execute()
  await dropSeededLimits(db as unknown as Kysely<unknown>)
  const left = await db.selectFrom('plan_features').select(['plan_id', 'text']).orderBy('position').execute()
  expect(left).toEqual([
    { plan_id: STARTER, text: '12 projects, then on request' },
    { plan_id: BASIC, text: '10 projects' },
    { plan_id: BASIC, text: 'Basic reporting' },
  ])
})
