import type { z } from 'zod'
import type { PlatformSettingsDto } from '#shared/overview/platform.ts'
import type { platformSettingsInput } from '#shared/overview/schemas/platform.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag, toInstant } from '../../../base/db/values.ts'
import { getPlatformRow } from '../../../identity/auth/queries/platform.ts'
import { getPlatformSettings } from '../queries/settings.ts'

/**
 * Saves the platform's settings; they take effect immediately here and within a minute in other processes.
 */
export async function savePlatformSettings(
  ctx: UserCtx,
  input: z.output<typeof platformSettingsInput>,
): Promise<PlatformSettingsDto> {
  const { defaults } = ctx.services.config
  const isDefault = input.name === null || input.name === defaults.appName
  await transact(ctx, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('platform_settings')
      .set({
        name: isDefault ? null : input.name,
        registration: input.registration,
        enforce_plan_limits:
          input.enforce_plan_limits === defaults.enforcePlanLimits ? null : toFlag(input.enforce_plan_limits),
        auto_backup: toFlag(input.auto_backup),
        version: input.version + 1,
        updated_at: toInstant(ctx.now),
      })
      .where('id', '=', 'platform')
      .where('version', '=', input.version)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw conflict('The platform’s settings')
    await record(tx, 'platform.settings-changed', {
      id: 'platform',
      registration: input.registration,
      limits: input.enforce_plan_limits,
      backups: input.auto_backup,
    })
  })
  await adoptPlatformSettings(ctx)
  return getPlatformSettings(ctx)
}

/** Overrides the environment's defaults with the stored settings. */
export async function adoptPlatformSettings(ctx: Ctx): Promise<void> {
  const { name, enforce_plan_limits } = await getPlatformRow(ctx)
  ctx.services.config.appName = name ?? ctx.services.config.defaults.appName
  ctx.services.config.enforcePlanLimits =
    enforce_plan_limits === null ? ctx.services.config.defaults.enforcePlanLimits : enforce_plan_limits === 1
}
