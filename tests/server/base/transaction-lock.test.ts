import { setTimeout as sleep } from 'node:timers/promises'
import { TRPCError } from '@trpc/server'
import { expect, inject, test } from 'vitest'
import { type Outcome, runKeyed } from '#server/base/core/calls/idempotency.ts'
import type { Tx, UserCtx } from '#server/base/core/context.ts'
import { acrossAgencies } from '#server/base/core/rows/reach.ts'
import { selectFrom, updateTable } from '#server/base/core/rows/rows.ts'
import { transact, transactIn } from '#server/base/core/transaction.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

const TIMES = 20
const times = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: TIMES }, work))

async function setUp() {
  const { db } = await createTestDatabase()
  return { db, world: await createWorld(db) }
}

type Agency = Awaited<ReturnType<typeof setUp>>['world']['home']

/** Reads a number and only then writes the next one. */
async function count(caller: Tx, { agencyId }: Agency): Promise<void> {
  const tx = acrossAgencies(caller)
  const { name } = await selectFrom(tx, 'agencies')
    .select('name')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  await updateTable(tx, 'agencies')
    .set({ name: String((Number(name) || 0) + 1) })
    .where('id', '=', agencyId)
    .execute()
}

test('what a transaction reads of its agency stays valid until it ends', async () => {
  const { db, world } = await setUp()
  const { home } = world
  await Promise.all([
    times(() => transact(ctxFor(db, home.owner), (tx) => count(tx, home))),
    times(() => transact(ctxFor(db, home.client), (tx) => count(tx, home))),
    times(() => transactIn(ctxFor(db, null), home.agencyId, (tx) => count(tx, home))),
    times(() => transactIn(ctxFor(db, world.admin), home.agencyId, (tx) => count(tx, home))),
    // As in an administrator's call with an idempotency key.
    times(() =>
      transact(ctxFor(db, world.admin), (tx) => transactIn(tx, home.agencyId, (inner) => count(inner, home))),
    ),
  ])
  const { name } = await db
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', home.agencyId)
    .executeTakeFirstOrThrow()
  expect(name).toBe(String(5 * TIMES))
})

test('someone without an agency also has one transaction at a time', async () => {
  const { db, world } = await setUp()
  const { waitingClient } = world
  await times(() =>
    transact(ctxFor(db, waitingClient), async (tx) => {
      const mine = selectFrom(tx, 'profiles').select('name').where('user_id', '=', waitingClient.userId)
      const { name } = await mine.executeTakeFirstOrThrow()
      await updateTable(tx, 'profiles')
        .set({ name: String((Number(name) || 0) + 1) })
        .where('user_id', '=', waitingClient.userId)
        .execute()
    }),
  )
  const { name } = await db
    .selectFrom('profiles')
    .select('name')
    .where('user_id', '=', waitingClient.userId)
    .executeTakeFirstOrThrow()
  expect(name).toBe(String(TIMES))
})

// SQLite allows one transaction at a time.
test.skipIf(inject('testDatabase').dialect === 'sqlite')(
  'transactions waiting in one agency leave connections to others',
  async () => {
    const { db, world } = await setUp()
    const { home, foreign } = world
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: onLocked } = Promise.withResolvers<void>()
    const holding = transactIn(ctxFor(db, null), home.agencyId, async () => {
      onLocked()
      await released
    })
    await locked
    const owner = callerAs(db, home.owner)
    const waiting = times(() => owner.quickTasks.save({ title: 'Call', priority: 'medium' }))
    await callerAs(db, foreign.owner).quickTasks.save({ title: 'Call', priority: 'medium' })
    release()
    await holding
    expect(await waiting).toHaveLength(TIMES)
  },
)

test('a call with an idempotency key is retried after a deadlock', async () => {
  const { db, world } = await setUp()
  const ids = [world.home.owner.userId, world.foreign.owner.userId]
  /** Locks the two accounts one after the other; errors are returned as from a router. */
  const lockBoth =
    (order: string[]) =>
    async (ctx: UserCtx): Promise<Outcome> => {
      try {
        for (const id of order) {
          await ctx.db
            .updateTable('users')
            .set((eb) => ({ created_at: eb.ref('created_at') }))
            .where('id', '=', id)
            .execute()
          await sleep(100)
        }
        return { ok: true, data: 'done' }
      } catch (cause) {
        return { ok: false, error: new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }) }
      }
    }
  const callOf = (key: string) => ({ procedure: 'test', key, input: {}, repetition: undefined })
  const answers = await Promise.all([
    runKeyed(ctxFor(db, world.home.owner), callOf('key-of-the-first-call'), lockBoth(ids)),
    runKeyed(ctxFor(db, world.foreign.owner), callOf('key-of-the-second-call'), lockBoth(ids.toReversed())),
  ])
  expect(answers).toEqual([
    { ok: true, data: 'done' },
    { ok: true, data: 'done' },
  ])
})
