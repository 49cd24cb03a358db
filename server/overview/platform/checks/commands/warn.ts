import { ALERTS, type AlertKind } from '#shared/overview/platform.ts'
import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { ofPlatform } from '../../../../base/core/work/items.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { isLongAgo } from '../../../../base/db/elapsed.ts'
import { toInstant } from '../../../../base/db/values.ts'
import type { Condition } from '../../rules.ts'
import { alertConditions } from '../queries/alerts.ts'

/** The interval of reminders about problems that persist. */
const REMIND_DAYS = 1

/**
 * Notifies the platform's administrators when a problem starts, daily while it persists, and when it is
 * resolved.
 */
export async function warnAdministrators(ctx: Ctx): Promise<void> {
  const conditions = await alertConditions(ctx)
  const kinds = Object.keys(ALERTS) as AlertKind[]
  const of = (kind: AlertKind) => ofPlatform({ id: kind, name: ALERTS[kind] })
  await workThrough(ctx, { work: 'alert', of }, kinds, (kind) =>
    transact(ctx, (tx) => announce(tx, kind, conditions[kind])),
  )
}

/** Each step changes the row conditionally, so that only one process sends the notification. */
async function announce(tx: Tx, kind: AlertKind, { state, details }: Condition): Promise<void> {
  const about = { id: kind, agencyId: null, kind, details }
  const now = toInstant(tx.now)
  if (state === 'good') {
    const ended = await tx.db
      .deleteFrom('alerts')
      .where('kind', '=', kind)
      .returning('began_at')
      .executeTakeFirst()
    if (ended !== undefined) await record(tx, 'alert.ended', { ...about, beganAt: ended.began_at })
    return
  }
  if (state === 'bad') {
    const inserted = await tx.db
      .insertInto('alerts')
      .values({ kind, details, began_at: now, told_at: now })
      .onConflict((conflict) => conflict.column('kind').doNothing())
      .returning('kind')
      .executeTakeFirst()
    if (inserted !== undefined) {
      tx.services.log.error({ alert: kind, details }, ALERTS[kind])
      return record(tx, 'alert.began', { ...about, beganAt: now })
    }
  }
  const reminded = await tx.db
    .updateTable('alerts')
    .set({ details, told_at: now })
    .where('kind', '=', kind)
    .where(isLongAgo('told_at', tx.now, REMIND_DAYS * 24 * 60))
    .returning('began_at')
    .executeTakeFirst()
  if (reminded !== undefined) await record(tx, 'alert.lasts', { ...about, beganAt: reminded.began_at })
}
