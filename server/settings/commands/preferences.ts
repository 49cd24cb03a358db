import type { z } from 'zod'
import { ALL_DOMAINS } from '#shared/live.ts'
import type { PreferencesDto, preferencesInput } from '#shared/settings.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { publishChange } from '../../live/publish.ts'
import { setMailDelivery } from '../../notifications/commands/preferences.ts'
import { getPreferences } from '../queries.ts'

/** Writes the given fields only; switching mails on again lets them come as they happen. */
export function savePreferences(
  db: Db,
  scope: Scope,
  input: z.output<typeof preferencesInput>,
): Promise<PreferencesDto> {
  const { theme, compact, locale, timezone, week_start, email_notifications } = input
  return transact(db, async (trx) => {
    const current = await getPreferences(trx, scope.userId)
    // What is not given is left out, not written back: two switches moved at once both count.
    const row = {
      theme,
      compact: compact === undefined ? undefined : toFlag(compact),
      locale,
      timezone,
      week_start,
      updated_at: toInstant(scope.now),
    }
    await trx
      .insertInto('user_preferences')
      .values({ ...row, user_id: scope.userId, theme: theme ?? 'system', compact: row.compact ?? 0 })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
    if (email_notifications !== undefined && email_notifications !== current.email_notifications) {
      await setMailDelivery(trx, scope.userId, email_notifications ? 'instant' : 'off')
    }
    const after = await getPreferences(trx, scope.userId)
    const movesDays = after.timezone !== current.timezone || after.week_start !== current.week_start
    await publishChange(trx, scope, {
      // Days begin elsewhere now: the session says where, and hardly a screen stays as it was.
      domains: movesDays ? ['auth', ALL_DOMAINS] : ['settings', 'notifications'],
      userId: scope.userId,
    })
    return after
  })
}
