import { ANSWERS, createStripeStandIn, type StripeStandIn } from '#packages/stripe-stand-in/src/index.ts'
import type { Change } from '#packages/stripe-stand-in/src/wire/memory.ts'
import type { Services } from '../../../../core/context.ts'
import { systemContext } from '../../../../core/rows/reach.ts'
import { transact } from '../../../../core/transaction.ts'
import type { Db, Trx } from '../../../../db/schema.ts'

/** The row that counts the calls; its lock serializes access to the objects across processes. */
const COUNT = 'count'

interface Known {
  standIn: StripeStandIn
  /** The number of the call after which the objects were saved. */
  version: number
}

const known = new WeakMap<Db, Known>()
const queues = new WeakMap<Db, Promise<unknown>>()

/**
 * Uses the stand-in as stored in the database, at the portal's time, and saves all changes or, after an error,
 * none. `key` is the idempotency key of a call.
 */
export function withStandIn<Result>(
  services: Services,
  use: (standIn: StripeStandIn) => Result,
  key: string | null = null,
): Promise<Result> {
  const { db } = services
  const before = queues.get(db) ?? Promise.resolve()
  const next = before.catch(() => undefined).then(() => useOnce(services, use, key))
  queues.set(db, next)
  return next
}

async function useOnce<Result>(
  services: Services,
  use: (standIn: StripeStandIn) => Result,
  key: string | null,
): Promise<Result> {
  const { db } = services
  const ctx = systemContext({ services }, 'provider', 'The test provider')
  const had = known.get(db)
  // Until the objects are saved, the copy in memory is unreliable.
  known.delete(db)
  const { result, now } = await transact(ctx, async ({ db: trx }) => {
    const version = await countCall(trx)
    // A lower count than before means that the database was restored.
    const seen = had !== undefined && had.version < version ? had : { standIn: createStandIn(), version: 0 }
    const { standIn } = seen
    for (const change of await changedSince(trx, seen.version)) standIn.memory.restore(change)
    if (key !== null) standIn.memory.restore(await answerTo(trx, key))
    standIn.pass(Math.floor(services.clock().getTime() / 1000))
    const result = use(standIn)
    const [problem] = standIn.problems
    if (problem !== undefined) throw new Error(`The test provider and its client disagree: ${problem}`)
    await save(trx, standIn.memory.changes(), version)
    return { result, now: { standIn, version } }
  })
  if (key !== null) now.standIn.memory.restore({ kind: ANSWERS, id: key, value: undefined })
  now.standIn.events.length = 0
  known.set(db, now)
  return result
}

const createStandIn = (): StripeStandIn => createStripeStandIn({ idPrefix: 'mock_', bankPage })

/** A page of the portal that acts as the payer's bank. */
function bankPage({ client_secret: secret }: { client_secret: string }, returnUrl: string): string {
  const { pathname, search } = new URL(returnUrl)
  return `/test-bank?${new URLSearchParams({ secret, to: `${pathname}${search}` })}`
}

async function countCall(trx: Trx): Promise<number> {
  const { version } = await trx
    .updateTable('simulated_objects')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('kind', '=', COUNT)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Answers are read individually: there are many, and each is rarely needed. */
async function changedSince(trx: Trx, version: number): Promise<Change[]> {
  const rows = await trx
    .selectFrom('simulated_objects')
    .select(['kind', 'id', 'body'])
    .where('version', '>', version)
    .where('kind', 'not in', [COUNT, ANSWERS])
    .orderBy('made')
    .execute()
  return rows.map(toChange)
}

async function answerTo(trx: Trx, key: string): Promise<Change> {
  const row = await trx
    .selectFrom('simulated_objects')
    .select(['kind', 'id', 'body'])
    .where('kind', '=', ANSWERS)
    .where('id', '=', key)
    .executeTakeFirst()
  return row === undefined ? { kind: ANSWERS, id: key, value: undefined } : toChange(row)
}

const toChange = ({ kind, id, body }: { kind: string; id: string; body: string | null }): Change => ({
  kind,
  id,
  value: body === null ? undefined : JSON.parse(body),
})

async function save(trx: Trx, changes: readonly Change[], version: number): Promise<void> {
  if (changes.length === 0) return
  await trx
    .insertInto('simulated_objects')
    .values(
      changes.map(({ kind, id, value }) => ({
        kind,
        id,
        body: value === undefined ? null : JSON.stringify(value),
        made: version,
        version,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id']).doUpdateSet((eb) => ({
        body: eb.ref('excluded.body'),
        version: eb.ref('excluded.version'),
      })),
    )
    .execute()
}
