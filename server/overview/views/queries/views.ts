import type { z } from 'zod'
import { readViewState, type ViewDto, type viewListInput } from '#shared/overview/schemas/views.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../base/db/values.ts'
import { mayChangeView } from '../policy.ts'

/** The team's views of a list followed by the caller's, oldest first. */
export async function listViews(ctx: UserCtx, input: z.output<typeof viewListInput>): Promise<ViewDto[]> {
  const rows = await selectViews(ctx)
    .where('list', '=', input.list)
    .orderBy('shared', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => toView(ctx, row))
}

/** One view visible to the caller; throws NOT_FOUND if missing or someone else's. */
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
