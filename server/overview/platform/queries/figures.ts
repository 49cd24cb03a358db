import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'

const SENT_WITHIN_DAYS = 2
/** Older failures can't be settled anymore: emails lost their texts, and receivers are their agencies' own. */
const FAILED_WITHIN_DAYS = 7

/** Figures of one of the portal's delivery queues. */
export interface QueueFigures {
  queue: 'mail' | 'webhooks'
  queued: number
  /** When the oldest item was queued. */
  oldest_at: string | null
  /** The time since which an item has been due; in the future if none is. */
  due_at: string | null
  failed: number
}

/** Waiting mails and those that failed lately, without those that no longer held: their text is erased. */
export const unsettledMails = (ctx: Ctx) =>
  ctx.db
    .selectFrom('mail_outbox')
    .where((eb) =>
      eb.or([
        eb('status', '=', 'queued'),
        eb('status', '=', 'failed')
          .and('next_attempt_at', '>=', toInstant(addDays(ctx.now, -FAILED_WITHIN_DAYS)))
          .and('text', '!=', ''),
      ]),
    )
    .groupBy('status')

/** Pending and failed items of the queues; each query reads a few index rows. */
export async function queueFigures(ctx: Ctx): Promise<QueueFigures[]> {
  const mails = await unsettledMails(ctx)
    .select((eb) => [
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('created_at').as('oldest'),
      eb.fn.min('next_attempt_at').as('due'),
    ])
    .execute()
  const deliveries = await selectFrom(acrossAgencies(ctx), 'webhook_deliveries')
    .select((eb) => [
      'status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('created_at').as('oldest'),
      eb.fn.min('next_attempt_at').as('due'),
    ])
    .where((eb) =>
      eb.or([
        eb('status', '=', 'queued'),
        eb('status', '=', 'failed').and(
          'next_attempt_at',
          '>=',
          toInstant(addDays(ctx.now, -FAILED_WITHIN_DAYS)),
        ),
      ]),
    )
    .groupBy('status')
    .execute()
  return [
    { queue: 'mail', ...figuresOf(mails) },
    { queue: 'webhooks', ...figuresOf(deliveries) },
  ]
}

function figuresOf(rows: readonly { status: string; count: number; oldest: string; due: string }[]) {
  const of = (status: string) => rows.find((row) => row.status === status)
  return {
    queued: of('queued')?.count ?? 0,
    oldest_at: of('queued')?.oldest ?? null,
    due_at: of('queued')?.due ?? null,
    failed: of('failed')?.count ?? 0,
  }
}

/** All of the portal's payments, counted with an index. */
export const countPayments = (ctx: Ctx): Promise<{ status: string; count: number }[]> =>
  selectFrom(acrossAgencies(ctx), 'payments')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()

export async function countBookDifferences(ctx: Ctx): Promise<number> {
  const { count } = await selectFrom(acrossAgencies(ctx), 'book_differences')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** When each job last succeeded, in any process; jobs that never did are omitted. */
export async function lastSuccesses(ctx: Ctx): Promise<{ job: string; finished_at: string }[]> {
  const rows = await Promise.all(
    ctx.services.jobs.map(({ name }) =>
      ctx.db
        .selectFrom('job_runs')
        .select(['job', 'finished_at'])
        .where('job', '=', name)
        .where('status', '=', 'done')
        .where('finished_at', '<=', toInstant(ctx.now))
        .orderBy('finished_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return rows.flatMap((row) =>
    row?.finished_at == null ? [] : [{ job: row.job, finished_at: row.finished_at }],
  )
}

/**
 * The number of addresses waiting for a mail since before the instant, and the error of one; 0 if any mail was
 * delivered since.
 */
export async function unsentMails(ctx: Ctx, since: Date): Promise<{ count: number; error: string | null }> {
  const instant = toInstant(since)
  const waiting = await ctx.db
    .selectFrom('mail_outbox')
    .select((eb) => [
      eb.fn.count<number>('recipient').distinct().as('count'),
      eb.fn.max('last_error').as('error'),
    ])
    .where('status', '=', 'queued')
    .where('created_at', '<', instant)
    .executeTakeFirstOrThrow()
  if (waiting.count === 0) return waiting
  // Uses the index by creation: mails sent recently were created shortly before their last attempts.
  const sent = await ctx.db
    .selectFrom('mail_outbox')
    .select('id')
    .where('created_at', '>=', toInstant(addDays(since, -SENT_WITHIN_DAYS)))
    .where('sent_at', '>=', instant)
    .limit(1)
    .executeTakeFirst()
  return sent === undefined ? waiting : { count: 0, error: null }
}
