import type { z } from 'zod'
import type { preferencesInput } from '#shared/overview/schemas/settings.ts'
import type { PreferencesDto } from '#shared/overview/settings.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag, toInstant } from '../../../base/db/values.ts'
import { getPreferences } from '../queries/settings.ts'
import { requireZoneName } from '../rules.ts'

/** Updates the given fields only; turning mails on doesn't send those missed. */
export function savePreferences(
  ctx: UserCtx,
  input: z.output<typeof preferencesInput>,
): Promise<PreferencesDto> {
  const { theme, compact, locale, timezone, week_start, email_notifications } = input
  return transact(ctx, async (tx) => {
    const current = await getPreferences(tx, ctx.actor.userId)
    requireZoneName(timezone, current.timezone)
    // Fields not given aren't written, so that two concurrent changes both take effect.
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
    await record(tx, 'preferences.updated', {
      id,
      userId: id,
      ...(switched && { emails: email_notifications }),
    })
    const after = await getPreferences(tx, id)
    if (after.timezone !== current.timezone || after.week_start !== current.week_start) {
      await record(tx, 'preferences.days-moved', { id, userId: id })
    }
    return after
  })
}
