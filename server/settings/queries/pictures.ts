import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'

/** A picture the caller may see: the platform's logo anybody, others those of the same agency. */
export async function requirePicture(
  ctx: Ctx,
  id: string,
): Promise<{ storage_key: string; content_type: string }> {
  const row = await selectFrom(ctx, 'pictures')
    .select(['storage_key', 'content_type'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound('This picture')
  return row
}
