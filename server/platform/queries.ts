import { join } from 'node:path'
import type { PlatformSettingsDto } from '#shared/platform.ts'
import type { Db } from '../db/schema.ts'
import { fromFlag } from '../db/values.ts'
import type { Services } from '../trpc/context.ts'

/** The platform's own settings: one row, made by the migration. */
export const getPlatformRow = (db: Db) =>
  db
    .selectFrom('platform_settings')
    .select(['name', 'logo', 'registration', 'enforce_plan_limits', 'auto_backup', 'version'])
    .where('id', '=', 'platform')
    .executeTakeFirstOrThrow()

/** The settings in force, with how mails leave. */
export async function getPlatformSettings({
  db,
  config,
}: Pick<Services, 'db' | 'config'>): Promise<PlatformSettingsDto> {
  const [row, counts] = await Promise.all([
    getPlatformRow(db),
    db
      .selectFrom('mail_outbox')
      .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
      .where('status', 'in', ['queued', 'failed'])
      .groupBy('status')
      .execute(),
  ])
  const countOf = (status: string) => counts.find((entry) => entry.status === status)?.count ?? 0
  return {
    name: row.name ?? config.defaults.appName,
    default_name: config.defaults.appName,
    logo: row.logo,
    registration: row.registration,
    enforce_plan_limits:
      row.enforce_plan_limits === null
        ? config.defaults.enforcePlanLimits
        : fromFlag(row.enforce_plan_limits),
    auto_backup: fromFlag(row.auto_backup),
    version: row.version,
    mail: {
      delivery: config.smtpUrl === null ? 'folder' : 'smtp',
      target: config.smtpUrl === null ? join(config.dataDir, 'outbox') : new URL(config.smtpUrl).host,
      from: config.mailFrom,
      queued: countOf('queued'),
      failed: countOf('failed'),
    },
    backups_encrypted: config.backupKey !== null,
  }
}
