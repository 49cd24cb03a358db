import type { PictureKind } from '#shared/base/pictures.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { requireStorage } from '../../../identity/agencies/queries/limits.ts'
import { isLogoOfDocument } from '../../../money/invoices/documents/queries/parties.ts'

export interface StoredPicture {
  /** In the file storage. */
  key: string
  contentType: string
  /** Bytes. */
  size: number
  sha256: string
}

/** Sets or (null) removes a picture; returns its path and the storage key to delete. */
export function setPicture(
  ctx: UserCtx,
  kind: PictureKind,
  stored: StoredPicture | null,
): Promise<{ path: string | null; replaced: string | null }> {
  return transact(ctx, async (tx) => {
    const id = stored === null ? null : newId()
    if (id !== null && stored !== null) {
      await insertInto(tx, 'pictures')
        .values({
          id,
          kind,
          agency_id: kind === 'platform-logo' ? null : ctx.reach.agencyId,
          user_id: kind === 'avatar' ? ctx.actor.userId : null,
          storage_key: stored.key,
          content_type: stored.contentType,
          size: stored.size,
          sha256: stored.sha256,
          created_at: toInstant(ctx.now),
        })
        .execute()
    }
    const path = id === null ? null : `/pictures/${id}`
    const before = await writePath(tx, kind, path)
    // Sent documents keep their logo, whose file still counts toward the storage used.
    const isStillUsed = kind === 'agency-logo' && before !== null && (await isLogoOfDocument(tx, before))
    const replaced = isStillUsed ? null : await removeRow(tx, before)
    const { agencyId } = ctx.reach
    if (stored !== null && agencyId !== null && kind !== 'platform-logo') await requireStorage(tx, agencyId)
    await record(tx, 'picture.changed', { id: kind })
    if (kind === 'platform-logo') await record(tx, 'platform.logo-changed', { id: 'platform' })
    return { path, replaced }
  })
}

/** Returns the previous path. */
async function writePath(tx: Tx<UserCtx>, kind: PictureKind, path: string | null): Promise<string | null> {
  if (kind === 'avatar') {
    const { avatar } = await selectFrom(tx, 'profiles')
      .select('avatar')
      .where('user_id', '=', tx.actor.userId)
      .executeTakeFirstOrThrow()
    await updateTable(tx, 'profiles').set({ avatar: path }).where('user_id', '=', tx.actor.userId).execute()
    return avatar
  }
  if (kind === 'agency-logo') {
    const agency = await selectFrom(tx, 'agencies')
      .select('logo')
      .where('id', '=', tx.reach.agencyId)
      .executeTakeFirstOrThrow()
    await updateTable(tx, 'agencies').set({ logo: path }).where('id', '=', tx.reach.agencyId).execute()
    return agency.logo
  }
  const platform = await tx.db.selectFrom('platform_settings').select('logo').executeTakeFirstOrThrow()
  await tx.db.updateTable('platform_settings').set({ logo: path }).execute()
  return platform.logo
}

async function removeRow(tx: Tx, path: string | null): Promise<string | null> {
  if (path === null) return null
  const row = await deleteFrom(tx, 'pictures')
    .where('id', '=', path.slice('/pictures/'.length))
    .returning('storage_key')
    .executeTakeFirst()
  return row?.storage_key ?? null
}
