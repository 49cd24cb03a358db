import type { AlertDto, AlertKind } from '#shared/overview/platform.ts'
import { type Disk, readDisk } from '../../../../base/adapters/storage/disk.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { addMinutes, fromFlag, toInstant } from '../../../../base/db/values.ts'
import { getPlatformRow } from '../../../../identity/auth/queries/platform.ts'
import { lastBackupAt } from '../../backups/queries/backup-runs.ts'
import { listBackups } from '../../backups/queries/backups.ts'
import { damagedFiles } from '../../backups/queries/damaged-files.ts'
import { countBookDifferences, queueFigures, unsentMails } from '../../queries/figures.ts'
import { failingJobs, stoppedOfPlatform } from '../../queries/jobs.ts'
import {
  BUCKET_BACKUP_JOB,
  backupCondition,
  booksCondition,
  type Condition,
  diskCondition,
  filesCondition,
  jobsCondition,
  outboxCondition,
  worstOf,
} from '../../rules.ts'

/** Tolerance for jobs that run hourly. */
const HOURS_LATE = 6

/** Open warnings to administrators, oldest first. */
export const openAlerts = (ctx: Ctx): Promise<AlertDto[]> =>
  ctx.db.selectFrom('alerts').select(['kind', 'details', 'began_at']).orderBy('began_at').execute()

/** The current state of everything that administrators are warned about. */
export async function alertConditions(ctx: Ctx): Promise<Record<AlertKind, Condition>> {
  const { config } = ctx.services
  const disk: Disk | null = await readDisk(config)
  return {
    backup: await readBackups(ctx),
    disk: diskCondition(disk, config.alerts.diskFreeGb),
    outbox: await readOutbox(ctx),
    books: booksCondition(await countBookDifferences(ctx)),
    files: filesCondition(await damagedFiles(ctx)),
    jobs: jobsCondition(await failingJobs(ctx), await stoppedOfPlatform(ctx)),
  }
}

async function readBackups(ctx: Ctx): Promise<Condition> {
  const { alerts, backupBucket } = ctx.services.config
  const { auto_backup } = await getPlatformRow(ctx)
  const first = await ctx.db
    .selectFrom('job_runs')
    .select('started_at')
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()
  const common = { portalSince: first?.started_at ?? null, now: toInstant(ctx.now) }
  const onDisk = (await listBackups(ctx.services.config, ctx.now)).find(
    ({ kind, created_at }) => kind !== 'before-upgrade' && created_at <= toInstant(ctx.now),
  )
  const nightly = backupCondition({
    where: '',
    isOn: fromFlag(auto_backup),
    newest: onDisk?.created_at ?? null,
    run: await lastRun(ctx, 'nightly-backup'),
    hours: alerts.backupHours,
    ...common,
  })
  if (backupBucket === null) return nightly
  const sent = backupCondition({
    where: ' to the bucket',
    isOn: true,
    newest: await lastBackupAt(ctx, 's3'),
    run: await lastRun(ctx, BUCKET_BACKUP_JOB),
    // With weekly backups, don't warn on the second day.
    hours: Math.max(alerts.backupHours, backupBucket.everyHours + HOURS_LATE),
    ...common,
  })
  // With backups to the bucket, disabled nightly backups are fine.
  return fromFlag(auto_backup) ? worstOf([nightly, sent]) : sent
}

const lastRun = async (ctx: Ctx, job: string) =>
  (await ctx.db
    .selectFrom('job_runs')
    .select(['status', 'started_at', 'alive_until', 'error'])
    .where('job', '=', job)
    .where('started_at', '<=', toInstant(ctx.now))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

async function readOutbox(ctx: Ctx): Promise<Condition> {
  const minutes = ctx.services.config.alerts.outboxMinutes
  return outboxCondition({
    dueAt: (await queueFigures(ctx)).map(({ due_at }) => due_at),
    unsent: await unsentMails(ctx, addMinutes(ctx.now, -minutes)),
    minutes,
    now: toInstant(ctx.now),
  })
}
