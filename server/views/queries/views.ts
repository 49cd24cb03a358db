import type { z } from 'zod'
import { readViewState, type ViewDto, type viewListInput } from '#shared/views.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'

/** The caller's views of a list, the oldest first. */
export async function listViews(ctx: UserCtx, input: z.output<typeof viewListInput>): Promise<ViewDto[]> {
  const rows = await selectViews(ctx)
    .where('list', '=', input.list)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toView)
}

/** One of the caller's views; NOT_FOUND when it is missing or somebody else's. */
export async function requireView(ctx: Ctx, id: string) {
  const row = await selectViews(ctx).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This view')
  return row
}

const selectViews = (ctx: Ctx) =>
  selectFrom(ctx, 'saved_views').select(['id', 'agency_id', 'list', 'name', 'state', 'version'])

type ViewRow = Awaited<ReturnType<typeof requireView>>

export const toView = ({ id, list, name, state, version }: ViewRow): ViewDto => ({
  id,
  list,
  name,
  state: readViewState(list, JSON.parse(state) as Record<string, unknown>),
  version,
})
