import type { z } from 'zod'
import type { projectCreateInput } from '#shared/projects.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'

type ProjectParts = Pick<
  z.output<typeof projectCreateInput>,
  'requirements' | 'deliverables' | 'assigned_employee_ids'
>

/** Team, requirements and deliverables; NOT_FOUND for a contributor of somebody else. */
export async function writeProjectParts(
  trx: Trx,
  scope: AgencyScope,
  projectId: string,
  input: ProjectParts,
): Promise<void> {
  const key = { agency_id: scope.agencyId, project_id: projectId }
  const employeeIds = [...new Set(input.assigned_employee_ids)]
  if (employeeIds.length > 0) {
    const found = await trx
      .selectFrom('employees')
      .select('id')
      .where('agency_id', '=', scope.agencyId)
      .where('id', 'in', employeeIds)
      .execute()
    if (found.length !== employeeIds.length) throw notFound('This contributor')
    await trx
      .insertInto('project_assignees')
      .values(employeeIds.map((employee_id) => ({ ...key, employee_id })))
      .execute()
  }
  const toRows = (texts: string[]) => texts.map((text, position) => ({ ...key, position, text }))
  if (input.requirements.length > 0) {
    await trx.insertInto('project_requirements').values(toRows(input.requirements)).execute()
  }
  if (input.deliverables.length > 0) {
    await trx.insertInto('project_deliverables').values(toRows(input.deliverables)).execute()
  }
}

export async function deleteProjectParts(trx: Trx, scope: AgencyScope, projectId: string): Promise<void> {
  for (const table of ['project_assignees', 'project_requirements', 'project_deliverables'] as const) {
    await trx
      .deleteFrom(table)
      .where('agency_id', '=', scope.agencyId)
      .where('project_id', '=', projectId)
      .execute()
  }
}
