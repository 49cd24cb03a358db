import type { DamagedFileDto } from '#shared/overview/platform.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { filesOf } from './next-files.ts'
import { nameFiles } from './stored-files.ts'

/** The maximum number of files listed. */
const NAMED = 3

/** The number of damaged or missing files, and the first of them. */
export async function damagedFiles(ctx: Ctx): Promise<{ count: number; named: DamagedFileDto[] }> {
  const { count } = await ctx.db
    .selectFrom('damaged_files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const first = await ctx.db
    .selectFrom('damaged_files')
    .select(['file_key', 'state'])
    .orderBy('found_at')
    .orderBy('file_key')
    .limit(NAMED)
    .execute()
  const states = new Map(first.map(({ file_key, state }) => [file_key, state]))
  const files = await filesOf(ctx, [...states.keys()])
  const troubled = files.map((record) => ({ record, state: states.get(record.key) ?? 'damaged' }))
  return { count: Number(count), named: await nameFiles(ctx.db, troubled) }
}
