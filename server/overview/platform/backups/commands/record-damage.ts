import type { FileTrouble } from '#shared/work/files.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { toInstant } from '../../../../base/db/values.ts'

/** Records a problem with a stored file; the next check of alerts notifies administrators. */
export async function recordDamage({ db, services }: Ctx, key: string, state: FileTrouble): Promise<void> {
  const now = toInstant(services.clock())
  await db
    .insertInto('damaged_files')
    .values({ file_key: key, state, found_at: now, checked_at: now })
    .onConflict((conflict) => conflict.column('file_key').doUpdateSet({ state, checked_at: now }))
    .execute()
  services.log.error({ key, state }, 'a stored file cannot be read')
}

/** The file is intact again or no longer referenced. */
export async function clearDamage({ db }: Ctx, key: string): Promise<void> {
  await db.deleteFrom('damaged_files').where('file_key', '=', key).execute()
}
