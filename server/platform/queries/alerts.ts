import type { AlertDto, AlertKind } from '#shared/platform.ts'
import { type Disk, readDisk } from '../../adapters/disk.ts'
import { getPlatformRow } from '../../auth/queries/platform.ts'
import type { Ctx } from '../../core/context.ts'
import { addMinutes, fromFlag, toInstant } from '../../db/values.ts'
import { backupCondition, booksCondition, type Condition, diskCondition, outboxCondition } from '../rules.ts'
import { lastBackups } from './backups.ts'
import { countBookDifferences, countUnsent, readQueues } from './figures.ts'

/** What administrators were warned of and that lasts, the oldest first. */
export const openAlerts = (ctx: Ctx): Promise<AlertDto[]> =>
  ctx.db.selectFrom('alerts').select(['kind', 'details', 'began_at']).orderBy('began_at').execute()

/** How it stands with everything that administrators are warned of. */
export async function readConditions(ctx: Ctx): Promise<Record<AlertKind, Condition>> {
  const { config } = ctx.services
  const disk: Disk | null = await readDisk(config)
  return {
    backup: await readBackups(ctx),
    disk: diskCondition(disk, config.alerts.diskFreeGb),
    outbox: await readOutbox(ctx),
    books: booksCondition(await countBookDifferences(ctx)),
  }
}

async function readBackups(ctx: Ctx): Promise<Condition> {
  const { auto_backup } = await getPlatformRow(ctx)
  const runs = await ctx.db
    .selectFrom('job_runs')
    .select(['status', 'started_at', 'alive_until', 'error'])
    .where('job', '=', 'nightly-backup')
    .orderBy('started_at', 'desc')
    .limit(1)
    .execute()
  const first = await ctx.db
    .selectFrom('job_runs')
    .select('started_at')
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()
  const [newest] = await lastBackups(ctx.services.config, 1)
  return backupCondition({
    isOn: fromFlag(auto_backup),
    newest: newest?.created_at ?? null,
    run: runs[0] ?? null,
    portalSince: first?.started_at ?? null,
    hours: ctx.services.config.alerts.backupHours,
    now: toInstant(ctx.now),
  })
}

async function readOutbox(ctx: Ctx): Promise<Condition> {
  const minutes = ctx.services.config.alerts.outboxMinutes
  return outboxCondition({
    dueAt: (await readQueues(ctx)).map(({ due_at }) => due_at),
    unsent: await countUnsent(ctx, addMinutes(ctx.now, -minutes)),
    minutes,
    now: toInstant(ctx.now),
  })
}
