import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

test("a person can run two exports at most, and others don't wait for them", async () => {
  const { db } = await createTestDatabase()
  const { home, foreign } = await createWorld(db)
  const owner = callerAs(db, home.owner)
  const asked = [
    owner.settings.exportData(),
    owner.clients.exportCsv(),
    owner.workLog.exportCsv({ whose: 'agency' }),
    owner.audit.exportCsv({}),
    callerAs(db, foreign.owner).settings.exportData(),
  ]
  const answers = await Promise.allSettled(asked)
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(answers[2]).toMatchObject({ reason: { code: 'TOO_MANY_REQUESTS' } })
  await expect(owner.workLog.exportCsv({ whose: 'agency' })).resolves.toMatchObject({
    csv: expect.any(String),
  })
})
