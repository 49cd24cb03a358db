import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { WorkKindName } from '#shared/overview/stopped-work.ts'
import type { Schema } from '../../db/schema.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import type { Ctx } from '../context.ts'
import { acrossAgencies } from '../rows/reach.ts'
import { selectFrom } from '../rows/rows.ts'

/** The pause before the last try. */
export const LONGEST_WAIT_MINUTES = 1440

export interface Failing {
  failures: number
  retry_at: string
  stopped_at: string | null
}

/** The items of a kind that failed, by id. */
export async function failingItems(ctx: Ctx, work: WorkKindName): Promise<Map<string, Failing>> {
  const rows = await selectFrom(acrossAgencies(ctx), 'failing_work')
    .select(['item', 'failures', 'retry_at', 'stopped_at'])
    .where('work', '=', work)
    .execute()
  return new Map(rows.map(({ item, ...row }) => [item, row]))
}

/** For queries with a limit: leaves out the items that wait or have stopped, so that they don't use it up. */
export function itemsTurn({ retrying, now }: Ctx, work: WorkKindName, column: string): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, never>()
  const id = sql.ref<string>(column)
  if (retrying?.work === work) return eb(id, '=', retrying.item)
  const latest = toInstant(addMinutes(now, LONGEST_WAIT_MINUTES))
  const waiting = eb
    .selectFrom('failing_work')
    .select('failing_work.item')
    .where('failing_work.work', '=', work)
    .where('failing_work.item', '=', id)
    .where((row) =>
      row.or([
        row('failing_work.stopped_at', 'is not', null),
        row.and([
          row('failing_work.retry_at', '>', toInstant(now)),
          row('failing_work.retry_at', '<=', latest),
        ]),
      ]),
    )
  return eb.not(eb.exists(waiting))
}
