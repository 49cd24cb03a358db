import type { z } from 'zod'
import type { projectTimeInput } from '#shared/time/schemas/timesheets.ts'
import type { ProjectBudgetDto } from '#shared/time/timesheets.ts'
import { AppError, conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { fromFlag, toFlag } from '../../../base/db/values.ts'
import { getProjectTime } from '../queries/budgets.ts'

/**
 * Sets a project's rate, budget, and whether its client sees the hours. Existing entries keep their rates.
 */
export function saveProjectTime(
  ctx: AgencyCtx,
  input: z.output<typeof projectTimeInput>,
): Promise<ProjectBudgetDto> {
  return transact(ctx, async (tx) => {
    const { project_id: id } = input
    const project = await selectFrom(tx, 'projects')
      .select(['agency_id', 'id', 'name', 'version', 'share_hours', 'client_since'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (project === undefined) throw notFound('This project')
    if (input.version !== undefined && input.version !== project.version) throw conflict('This project')
    if (input.share_hours && !fromFlag(project.share_hours)) await requireOwnHours(tx, project)
    const columns = {
      share_hours: toFlag(input.share_hours),
      billing_rate: input.billing_rate,
      budget_kind: input.budget?.kind ?? null,
      budget_amount: input.budget?.amount ?? null,
    }
    await updateVersioned(tx, 'projects', project, columns, 'This project')
    await record(tx, 'project.time-settings', { id, name: project.name })
    return getProjectTime(tx, id)
  })
}

/** Throws CONFLICT if the client would see hours that were tracked for an earlier client of the project. */
async function requireOwnHours(
  tx: Tx,
  { id, client_since }: { id: string; client_since: string | null },
): Promise<void> {
  if (client_since === null) return
  const earlier = await selectFrom(tx, 'time_entries')
    .select('id')
    .where('project_id', '=', id)
    .where('created_at', '<=', client_since)
    .limit(1)
    .executeTakeFirst()
  if (earlier === undefined) return
  throw new AppError(
    'CONFLICT',
    'This project has hours from before its client changed, which the new client would see. Create a project for the new client.',
  )
}
