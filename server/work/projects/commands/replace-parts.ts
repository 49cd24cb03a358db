import type { z } from 'zod'
import type { projectCreateInput } from '#shared/work/schemas/projects.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { deleteFrom, insertInto, selectFrom } from '../../../base/core/rows/rows.ts'

type ProjectParts = Pick<
  z.output<typeof projectCreateInput>,
  'requirements' | 'deliverables' | 'assigned_employee_ids'
>

/** Replaces team, requirements, and deliverables; throws NOT_FOUND for a contributor of another agency. */
export async function replaceProjectParts(
  tx: Tx<AgencyCtx>,
  projectId: string,
  input: ProjectParts,
): Promise<void> {
  for (const table of ['project_assignees', 'project_requirements', 'project_deliverables'] as const) {
    await deleteFrom(tx, table).where('project_id', '=', projectId).execute()
  }
  await insertProjectParts(tx, projectId, input)
}

export async function insertProjectParts(
  tx: Tx<AgencyCtx>,
  projectId: string,
  input: ProjectParts,
): Promise<void> {
  const key = { agency_id: tx.reach.agencyId, project_id: projectId }
  const employeeIds = [...new Set(input.assigned_employee_ids)]
  if (employeeIds.length > 0) {
    const found = await selectFrom(tx, 'employees').select('id').where('id', 'in', employeeIds).execute()
    if (found.length !== employeeIds.length) throw notFound('This contributor')
    await insertInto(tx, 'project_assignees')
      .values(employeeIds.map((employee_id) => ({ ...key, employee_id })))
      .execute()
  }
  const toRows = (texts: string[]) => texts.map((text, position) => ({ ...key, position, text }))
  if (input.requirements.length > 0) {
    await insertInto(tx, 'project_requirements').values(toRows(input.requirements)).execute()
  }
  if (input.deliverables.length > 0) {
    await insertInto(tx, 'project_deliverables').values(toRows(input.deliverables)).execute()
  }
}
