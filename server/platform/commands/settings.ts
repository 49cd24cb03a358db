import type { z } from 'zod'
import { APP_INFO_DOMAIN } from '#shared/live.ts'
import type { PlatformSettingsDto, platformSettingsInput } from '#shared/platform.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { Scope } from '../../auth/scope.ts'
import { transact } from '../../db/transaction.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { conflict } from '../../errors.ts'
import { publishChange } from '../../live/publish.ts'
import type { Services } from '../../trpc/context.ts'
import { getPlatformRow, getPlatformSettings } from '../queries.ts'

type SettingsServices = Pick<Services, 'db' | 'config'>

/** Saves the platform's settings; they hold at once here, and within a minute in other processes. */
export async function savePlatformSettings(
  services: SettingsServices,
  scope: Scope,
  input: z.output<typeof platformSettingsInput>,
): Promise<PlatformSettingsDto> {
  const { defaults } = services.config
  const isDefault = input.name === null || input.name === defaults.appName
  await transact(services.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('platform_settings')
      .set({
        name: isDefault ? null : input.name,
        registration: input.registration,
        enforce_plan_limits:
          input.enforce_plan_limits === defaults.enforcePlanLimits ? null : toFlag(input.enforce_plan_limits),
        auto_backup: toFlag(input.auto_backup),
        version: input.version + 1,
        updated_at: toInstant(scope.now),
      })
      .where('id', '=', 'platform')
      .where('version', '=', input.version)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw conflict('The platform’s settings')
    await recordAudit(trx, scope, {
      action: 'platform.settings-changed',
      subject: { type: 'platform', id: 'platform' },
      detail: `Registration ${input.registration}, plan limits ${input.enforce_plan_limits ? 'on' : 'off'}, nightly backup ${input.auto_backup ? 'on' : 'off'}`,
    })
    await publishChange(trx, scope, { domains: [APP_INFO_DOMAIN, 'platform', 'settings'] })
  })
  await adoptPlatformSettings(services)
  return getPlatformSettings(services)
}

/** Lets the stored settings take the place of what the environment says. */
export async function adoptPlatformSettings({ db, config }: SettingsServices): Promise<void> {
  const { name, enforce_plan_limits } = await getPlatformRow(db)
  config.appName = name ?? config.defaults.appName
  config.enforcePlanLimits =
    enforce_plan_limits === null ? config.defaults.enforcePlanLimits : enforce_plan_limits === 1
}
