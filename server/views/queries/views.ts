import type { z } from 'zod'
import { readViewState, type ViewDto, type viewListInput } from '#shared/views.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'
import { fromFlag } from '../../db/values.ts'
import { mayChangeView } from '../policy.ts'

/** The caller's views of a list and those of the team before them, the oldest first. */
export async function listViews(ctx: UserCtx, input: z.output<typeof viewListInput>): Promise<ViewDto[]> {
  const rows = await selectViews(ctx)
    .where('list', '=', input.list)
    .orderBy('shared', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => toView(ctx, row))
}

/** One of the views the caller sees; NOT_FOUND when it is missing or somebody else's. */
export async function requireView(ctx: Ctx, id: string) {
  const row = await selectViews(ctx).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This view')
  return row
}

const selectViews = (ctx: Ctx) =>
  selectFrom(ctx, 'saved_views').select(['id', 'agency_id', 'list', 'name', 'state', 'shared', 'version'])

type ViewRow = Awaited<ReturnType<typeof requireView>>

export const toView = (ctx: UserCtx, view: ViewRow): ViewDto => ({
  id: view.id,
  list: view.list,
  name: view.name,
  state: readViewState(view.list, JSON.parse(view.state) as Record<string, unknown>),
  shared: fromFlag(view.shared),
  can_edit: mayChangeView(ctx, view),
  version: view.version,
})
