import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** A picture visible to the caller: the platform's logo for everyone, others within the same agency. */
export async function requirePicture(ctx: Ctx, id: string) {
  const row = await selectFrom(ctx, 'pictures')
    .leftJoin('damaged_files', 'damaged_files.file_key', 'pictures.storage_key')
    .select(['pictures.storage_key', 'content_type', 'size', 'sha256', 'damaged_files.state as trouble'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This picture')
  return row
}
