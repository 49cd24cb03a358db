import type { z } from 'zod'
import type { ProjectBudgetDto, projectTimeInput } from '#shared/timesheets.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { conflict, notFound } from '../../errors.ts'
import { getProjectTime } from '../queries/budgets.ts'

/** Sets a project's rate, budget and whether its client sees the hours. Recorded time keeps its rates. */
export function saveProjectTime(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof projectTimeInput>,
): Promise<ProjectBudgetDto> {
  return transact(db, async (trx) => {
    const project = await trx
      .selectFrom('projects')
      .select(['name', 'version'])
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.project_id)
      .executeTakeFirst()
    if (project === undefined) throw notFound('This project')
    if (input.version !== undefined && input.version !== project.version) throw conflict('This project')
    await trx
      .updateTable('projects')
      .set({
        share_hours: toFlag(input.share_hours),
        billing_rate: input.billing_rate,
        budget_kind: input.budget?.kind ?? null,
        budget_amount: input.budget?.amount ?? null,
        version: project.version + 1,
        updated_at: toInstant(scope.now),
      })
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.project_id)
      .where('version', '=', project.version)
      .execute()
    await recordActivity(trx, scope, {
      action: 'project.time-settings',
      subject: { type: 'project', id: input.project_id },
      touches: ['projects', 'timesheets', 'workLog'],
      summary: `Time settings of ${project.name} changed`,
    })
    return getProjectTime(trx, scope, input.project_id)
  })
}
