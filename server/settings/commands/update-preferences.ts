import type { z } from 'zod'
import type { PreferencesDto, preferencesInput } from '#shared/settings.ts'
import type { UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { getPreferences } from '../queries/settings.ts'

/** Writes the given fields only; switching mails on again lets them come as they happen. */
export function savePreferences(
  ctx: UserCtx,
  input: z.output<typeof preferencesInput>,
): Promise<PreferencesDto> {
  const { theme, compact, locale, timezone, week_start, email_notifications } = input
  return transact(ctx, async (tx) => {
    const current = await getPreferences(tx, ctx.actor.userId)
    // What is not given is left out, not written back: two switches moved at once both count.
    const row = {
      theme,
      compact: compact === undefined ? undefined : toFlag(compact),
      locale,
      timezone,
      week_start,
      updated_at: toInstant(ctx.now),
    }
    await tx.db
      .insertInto('user_preferences')
      .values({ ...row, user_id: ctx.actor.userId, theme: theme ?? 'system', compact: row.compact ?? 0 })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
    const id = ctx.actor.userId
    const switched = email_notifications !== undefined && email_notifications !== current.email_notifications
    const emails = email_notifications ? 'instant' : 'off'
    await record(tx, 'preferences.updated', { id, userId: id, ...(switched && { emails }) })
    const after = await getPreferences(tx, id)
    if (after.timezone !== current.timezone || after.week_start !== current.week_start) {
      await record(tx, 'preferences.days-moved', { id, userId: id })
    }
    return after
  })
}
