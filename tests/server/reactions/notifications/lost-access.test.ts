import { expect, test } from 'vitest'
import { transact } from '#server/base/core/transaction.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addMinutes, toInstant } from '#server/base/db/values.ts'
import { notify } from '#server/reactions/notifications/commands/notify.ts'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import { ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld, type World } from '#tests/support/world.ts'

type SetAccess = (db: Db, world: World, has: boolean) => Promise<unknown>

/** What an owner or administrator does to revoke a person's access or restore it. */
const ACCESS: Record<string, { of: 'employee' | 'client'; set: SetAccess }> = {
  'a deactivated contributor': {
    of: 'employee',
    set: (db, { home }, has) =>
      db
        .updateTable('employees')
        .set({ deactivated_at: has ? null : toInstant(TEST_NOW) })
        .where('id', '=', home.employee.employeeId)
        .execute(),
  },
  'a contributor who has moved to another agency': {
    of: 'employee',
    set: (db, { home, foreign }, has) =>
      db
        .updateTable('profiles')
        .set({
          agency_id: (has ? home : foreign).agencyId,
          employee_id: has ? home.employee.employeeId : null,
        })
        .where('user_id', '=', home.employee.userId)
        .execute(),
  },
  'a disabled account': {
    of: 'employee',
    set: (db, { home }, has) =>
      db
        .updateTable('users')
        .set({ disabled_at: has ? null : toInstant(TEST_NOW) })
        .where('id', '=', home.employee.userId)
        .execute(),
  },
  'a client without portal access': {
    of: 'client',
    set: (db, { home }, has) =>
      db
        .updateTable('clients')
        .set({ portal_access: has ? 1 : 0 })
        .where('id', '=', home.client.clientId)
        .execute(),
  },
}

async function setUp(of: 'employee' | 'client') {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { userId } = world.home[of]
  const tell = (minutes = 0) =>
    transact(ctxFor(db, world.home.owner, addMinutes(TEST_NOW, minutes)), (tx) =>
      notify(tx, { event: 'mention', userIds: [userId], title: 'The offer is 9,000', link: '/messages' }),
    )
  const notified = () =>
    db.selectFrom('notifications').select('title').where('user_id', '=', userId).execute()
  const deliver = (minutes: number) =>
    queueNotificationMails(ctxFor(testServices(db), null, addMinutes(TEST_NOW, minutes)))
  const mails = () => db.selectFrom('mail_outbox').select('subject').execute()
  return { db, world, tell, notified, deliver, mails }
}

test.for(Object.keys(ACCESS))('%s gets no notification', async (name) => {
  const { of, set } = ACCESS[name] as (typeof ACCESS)[string]
  const { db, world, tell, notified } = await setUp(of)
  await set(db, world, false)
  await tell()
  expect(await notified()).toEqual([])
  await set(db, world, true)
  await tell()
  expect(await notified()).toHaveLength(1)
})

test.for(Object.keys(ACCESS).filter((name) => !name.includes('another agency')))(
  '%s gets no email about earlier events, not even after they return',
  async (name) => {
    const { of, set } = ACCESS[name] as (typeof ACCESS)[string]
    const { db, world, tell, deliver, mails } = await setUp(of)
    await tell()
    await set(db, world, false)
    await deliver(3)
    await set(db, world, true)
    await deliver(6)
    expect(await mails()).toEqual([])
    await tell(20)
    await deliver(23)
    expect(await mails()).toEqual([{ subject: 'The offer is 9,000' }])
  },
)
