import type { z } from 'zod'
import type { ProjectBudgetDto, projectTimeInput } from '#shared/timesheets.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { toFlag } from '../../db/values.ts'
import { getProjectTime } from '../queries/budgets.ts'

/** Sets a project's rate, budget and whether its client sees the hours. Recorded time keeps its rates. */
export function updateProjectTime(
  ctx: AgencyCtx,
  input: z.output<typeof projectTimeInput>,
): Promise<ProjectBudgetDto> {
  return transact(ctx, async (tx) => {
    const { project_id: id } = input
    const project = await selectFrom(tx, 'projects')
      .select(['agency_id', 'id', 'name', 'version'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (project === undefined) throw notFound('This project')
    if (input.version !== undefined && input.version !== project.version) throw conflict('This project')
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
