import type { Ctx } from '../../core/context.ts'
import { addDays, newId, toInstant } from '../../db/values.ts'

const KEPT_DAYS = 365

/** Makes the backup and notes how it ended; a failure stays one. */
export async function recorded<Backup extends { name: string; size: number }>(
  ctx: Ctx,
  destination: 'disk' | 's3',
  make: () => Promise<Backup>,
): Promise<Backup> {
  try {
    const backup = await make()
    await note(ctx, { destination, name: backup.name, bytes: backup.size, error: null })
    return backup
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await note(ctx, { destination, name: '', bytes: null, error: reason }).catch((err) =>
      ctx.services.log.warn({ err }, 'the failure of a backup could not be noted'),
    )
    throw error
  }
}

interface Outcome {
  destination: 'disk' | 's3'
  name: string
  bytes: number | null
  error: string | null
}

async function note({ db, now, services }: Ctx, outcome: Outcome): Promise<void> {
  const finished_at = toInstant(services.clock())
  await db
    .insertInto('backups')
    .values({ id: newId(), ...outcome, started_at: toInstant(now), finished_at })
    .execute()
  await db
    .deleteFrom('backups')
    .where('started_at', '<', toInstant(addDays(now, -KEPT_DAYS)))
    .execute()
}
