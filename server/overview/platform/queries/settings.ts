import { join } from 'node:path'
import type { PlatformSettingsDto } from '#shared/overview/platform.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { fromFlag } from '../../../base/db/values.ts'
import { getPlatformRow } from '../../../identity/auth/queries/platform.ts'
import { unsettledMails } from './figures.ts'

/** The current settings and how mails are sent. */
export async function getPlatformSettings(ctx: Ctx): Promise<PlatformSettingsDto> {
  const [row, counts] = await Promise.all([
    getPlatformRow(ctx),
    unsettledMails(ctx)
      .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
      .execute(),
  ])
  const countOf = (status: string) => counts.find((entry) => entry.status === status)?.count ?? 0
  return {
    name: row.name ?? ctx.services.config.defaults.appName,
    default_name: ctx.services.config.defaults.appName,
    logo: row.logo,
    registration: row.registration,
    enforce_plan_limits:
      row.enforce_plan_limits === null
        ? ctx.services.config.defaults.enforcePlanLimits
        : fromFlag(row.enforce_plan_limits),
    auto_backup: fromFlag(row.auto_backup),
    version: row.version,
    mail: {
      delivery: ctx.services.config.smtpUrl === null ? 'folder' : 'smtp',
      target:
        ctx.services.config.smtpUrl === null
          ? join(ctx.services.config.dataDir, 'outbox')
          : new URL(ctx.services.config.smtpUrl).host,
      from: ctx.services.config.mailFrom,
      queued: countOf('queued'),
      failed: countOf('failed'),
    },
    backups_encrypted: ctx.services.config.backupKey !== null,
  }
}
