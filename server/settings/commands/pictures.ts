import { APP_INFO_DOMAIN } from '#shared/live.ts'
import type { PictureKind } from '#shared/pictures.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { publishChange } from '../../live/publish.ts'

export interface StoredPicture {
  /** Of the file storage. */
  key: string
  contentType: string
}

/** Puts a stored picture (null: none) in use; returns its path and the storage key it replaced. */
export function setPicture(
  db: Db,
  scope: Scope,
  kind: PictureKind,
  stored: StoredPicture | null,
): Promise<{ path: string | null; replaced: string | null }> {
  return transact(db, async (trx) => {
    const id = stored === null ? null : newId()
    if (id !== null && stored !== null) {
      await trx
        .insertInto('pictures')
        .values({
          id,
          kind,
          agency_id: kind === 'platform-logo' ? null : scope.agencyId,
          storage_key: stored.key,
          content_type: stored.contentType,
          created_at: toInstant(scope.now),
        })
        .execute()
    }
    const path = id === null ? null : `/pictures/${id}`
    const before = await writePath(trx, scope, kind, path)
    const replaced = await removeRow(trx, before)
    await publishChange(trx, scope, { domains: ['auth', 'settings', 'people', 'platform'] })
    if (kind === 'platform-logo') await publishChange(trx, scope, { domains: [APP_INFO_DOMAIN] })
    return { path, replaced }
  })
}

/** Returns the path that was written there before. */
async function writePath(
  trx: Trx,
  scope: Scope,
  kind: PictureKind,
  path: string | null,
): Promise<string | null> {
  if (kind === 'avatar') {
    const { avatar } = await trx
      .selectFrom('profiles')
      .select('avatar')
      .where('user_id', '=', scope.userId)
      .executeTakeFirstOrThrow()
    await trx.updateTable('profiles').set({ avatar: path }).where('user_id', '=', scope.userId).execute()
    return avatar
  }
  if (kind === 'agency-logo') {
    const agency = await trx
      .selectFrom('agencies')
      .select('logo')
      .where('id', '=', scope.agencyId)
      .executeTakeFirstOrThrow()
    await trx.updateTable('agencies').set({ logo: path }).where('id', '=', scope.agencyId).execute()
    return agency.logo
  }
  const platform = await trx.selectFrom('platform_settings').select('logo').executeTakeFirstOrThrow()
  await trx.updateTable('platform_settings').set({ logo: path }).execute()
  return platform.logo
}

async function removeRow(trx: Trx, path: string | null): Promise<string | null> {
  if (path === null) return null
  const row = await trx
    .deleteFrom('pictures')
    .where('id', '=', path.slice('/pictures/'.length))
    .returning('storage_key')
    .executeTakeFirst()
  return row?.storage_key ?? null
}
