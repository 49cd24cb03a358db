import { ALERTS, type AlertKind } from '#shared/platform.ts'
import type { Ctx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { addDays, toInstant } from '../../db/values.ts'
import { readConditions } from '../queries/alerts.ts'
import type { Condition } from '../rules.ts'

/** Administrators hear of what lasts once in so many days. */
const REMIND_DAYS = 1

/** Tells the platform's administrators once when something is wrong, daily while it lasts, and once when it is over. */
export async function warnAdministrators(ctx: Ctx): Promise<void> {
  const conditions = await readConditions(ctx)
  for (const kind of Object.keys(ALERTS) as AlertKind[]) {
    await transact(ctx, (tx) => announce(tx, kind, conditions[kind]))
  }
}

/** Each step takes the row's change for its own: of several processes one tells. */
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
    const began = await tx.db
      .insertInto('alerts')
      .values({ kind, details, began_at: now, told_at: now })
      .onConflict((conflict) => conflict.column('kind').doNothing())
      .returning('kind')
      .executeTakeFirst()
    if (began !== undefined) {
      tx.services.log.error({ alert: kind, details }, ALERTS[kind])
      return record(tx, 'alert.began', { ...about, beganAt: now })
    }
  }
  const reminded = await tx.db
    .updateTable('alerts')
    .set({ details, told_at: now })
    .where('kind', '=', kind)
    .where('told_at', '<=', toInstant(addDays(tx.now, -REMIND_DAYS)))
    .returning('began_at')
    .executeTakeFirst()
  if (reminded !== undefined) await record(tx, 'alert.lasts', { ...about, beganAt: reminded.began_at })
}
