import type { z } from 'zod'
import type { projectTimeInput } from '#shared/time/schemas/timesheets.ts'
import type { ProjectBudgetDto } from '#shared/time/timesheets.ts'
import { conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag } from '../../../base/db/values.ts'
import { getProjectTime } from '../queries/budgets.ts'

/**
 * Sets a project's rate, budget, or whether its client sees the hours since the project is theirs. Existing entries keep
 * their rates.
 */
export function saveProjectTime(
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
    const { share_hours, billing_rate, budget } = input
    const columns = {
      ...(share_hours !== undefined && { share_hours: toFlag(share_hours) }),
      ...(billing_rate !== undefined && { billing_rate }),
      ...(budget !== undefined && {
        budget_kind: budget?.kind ?? null,
        budget_amount: budget?.amount ?? null,
      }),
    }
    await updateVersioned(tx, 'projects', project, columns, 'This project')
    await record(tx, 'project.time-settings', { id, name: project.name })
    return getProjectTime(tx, id)
  })
}
