import { setImmediate } from 'node:timers/promises'
import { expressionBuilder } from 'kysely'
import { NEVER } from '../../../base/core/calls/fair-queue.ts'
import type { AgencyCtx, Ctx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { atThisInstant, inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { hasEnded } from '../../../base/db/elapsed.ts'
import { isUniqueViolation } from '../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { addMinutes, toInstant } from '../../../base/db/values.ts'
import { resultOf, undoneOf } from '../queries/result.ts'
import { removeBatch } from './remove-batch.ts'
import { writeBatch } from './write-batch.ts'

/** If a process dies, another one can take over its imports after this time. */
const LEASE_MINUTES = 1
/** Retries if another process has taken the same number or row. */
const ATTEMPTS = 5

/** Processes queued imports, one batch per transaction, so that they resume after the last batch. */
export async function runImports(ctx: Ctx, signal: AbortSignal = NEVER): Promise<void> {
  while (!signal.aborted) {
    const leased = await leaseNext(atThisInstant(ctx))
    if (leased === null) return
    await runLeased(ctx, leased, signal)
  }
}

type Leased = NonNullable<Awaited<ReturnType<typeof leaseNext>>>

/** Leases the import that has waited longest; null if there is none. */
async function leaseNext(ctx: Ctx) {
  const eb = expressionBuilder<Schema, 'imports'>()
  const isFree = eb.or([
    eb('imports.lease_until', 'is', null),
    hasEnded('lease_until', ctx.now, LEASE_MINUTES),
  ])
  const waiting = selectFrom(ctx, 'imports')
    .select('id')
    .where('status', 'in', ['queued', 'running', 'undoing'])
    .where(isFree)
    .orderBy('created_at')
    .limit(1)
  const leased = await updateTable(ctx, 'imports')
    .set((eb) => ({
      status: eb
        .case()
        .when('status', '=', 'queued')
        .then('running' as const)
        .else(eb.ref('status'))
        .end(),
      lease_until: leaseFrom(ctx),
    }))
    .where('id', '=', waiting)
    .where('status', 'in', ['queued', 'running', 'undoing'])
    .where(isFree)
    .returning(['agency_id', 'id', 'source', 'file_name', 'status', 'created_by', 'lease_until'])
    .executeTakeFirst()
  return leased ?? null
}

const leaseFrom = (ctx: Ctx): string => toInstant(addMinutes(ctx.now, LEASE_MINUTES))

async function runLeased(portal: Ctx, leased: Leased, signal: AbortSignal): Promise<void> {
  const { timezone } = await selectFrom(portal, 'agencies')
    .select('timezone')
    .where('id', '=', leased.agency_id)
    .executeTakeFirstOrThrow()
  const ctx = inAgency(portal, { agencyId: leased.agency_id, zone: timezone }) as AgencyCtx
  let lease = leased.lease_until
  try {
    while (!signal.aborted) {
      const step = await nextStep(atThisInstant(ctx), leased, lease)
      if (step === 'over') return
      lease = step
      await setImmediate()
    }
    await release(ctx, leased, lease)
  } catch (error) {
    portal.services.log.error({ err: error, importId: leased.id }, 'import stopped')
    await stop(atThisInstant(ctx), leased, lease)
  }
}

/** Processes one batch and renews the lease; `over` if nothing is left or another process has taken over. */
async function nextStep(ctx: AgencyCtx, leased: Leased, lease: string | null): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(ctx, (tx) => runBatch(tx, leased, lease))
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === ATTEMPTS) throw error
    }
  }
}

async function runBatch(tx: Tx<AgencyCtx>, leased: Leased, lease: string | null): Promise<string> {
  const renewed = leaseFrom(tx)
  if (!(await renewLease(tx, leased, lease, renewed))) return 'over'
  const { id, source, file_name: fileName } = leased
  const dealtWith = leased.status === 'undoing' ? await removeBatch(tx, id) : await writeBatch(tx, id)
  if (dealtWith > 0) {
    await updateTable(tx, 'imports')
      .set((eb) => ({ done: eb('done', '+', dealtWith) }))
      .where('id', '=', id)
      .execute()
    await record(tx, 'import.progressed', { id })
    return renewed
  }
  const about = { id, source, fileName, startedBy: leased.created_by }
  const finished = { lease_until: null, finished_at: toInstant(tx.now), updated_at: toInstant(tx.now) }
  if (leased.status === 'undoing') {
    const undone = await undoneOf(tx, id)
    const kept = undone.kept.reduce((sum, group) => sum + group.count, 0)
    await updateTable(tx, 'imports')
      .set({ ...finished, status: 'undone', undone: JSON.stringify(undone) })
      .where('id', '=', id)
      .execute()
    await record(tx, 'import.undone', { ...about, removed: undone.removed, kept })
  } else {
    const result = await resultOf(tx, id)
    const created = Object.values(result.made).reduce((sum, count) => sum + count, 0)
    await updateTable(tx, 'imports')
      .set({ ...finished, status: 'done', result: JSON.stringify(result) })
      .where('id', '=', id)
      .execute()
    await record(tx, 'import.finished', { ...about, made: created })
  }
  return 'over'
}

/** Renews the lease; returns false if another process has taken over. */
async function renewLease(
  tx: Tx<AgencyCtx>,
  leased: Leased,
  lease: string | null,
  renewed: string,
): Promise<boolean> {
  const { numUpdatedRows } = await updateTable(tx, 'imports')
    .set({ lease_until: renewed })
    .where('id', '=', leased.id)
    .where('status', '=', leased.status)
    .where('lease_until', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets another process continue immediately. */
async function release(ctx: AgencyCtx, leased: Leased, lease: string | null): Promise<void> {
  await updateTable(ctx, 'imports')
    .set({ lease_until: null })
    .where('id', '=', leased.id)
    .where('lease_until', '=', lease)
    .execute()
}

const FAILURE = 'Something went wrong on our side. Records imported so far are kept; start again to continue.'

async function stop(ctx: AgencyCtx, leased: Leased, lease: string | null): Promise<void> {
  await transact(ctx, async (tx) => {
    const { numUpdatedRows } = await updateTable(tx, 'imports')
      .set({
        status: leased.status === 'undoing' ? 'done' : 'failed',
        failure: FAILURE,
        lease_until: null,
        updated_at: toInstant(tx.now),
      })
      .where('id', '=', leased.id)
      .where('lease_until', '=', lease)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const { id, source, file_name: fileName, created_by: startedBy } = leased
    await record(tx, 'import.failed', { id, source, fileName, startedBy })
  })
}
