import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

export async function setUpSchedule() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return {
    db,
    world,
    owner: callerAs(db, world.home.owner),
    employee: callerAs(db, world.home.employee),
    client: callerAs(db, world.home.client),
    admin: callerAs(db, world.admin),
  }
}

/** 09:00 in Berlin, daily from Monday on, for half an hour. */
export const STAND_UP = {
  title: 'Stand-up',
  starts_at: '2026-03-02T08:00:00.000Z',
  duration_minutes: 30,
  recurrence: { frequency: 'daily' },
} as const

/** The range of one day. */
export const day = (date: string) => ({ from: date, to: date })
