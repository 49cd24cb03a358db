import type { z } from 'zod'
import type { ProjectDto, projectStatusInput } from '#shared/projects.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { conflict } from '../../errors.ts'
import { getProject } from '../queries.ts'
import { recordStatusOrEdit } from './record.ts'
import { writeProject } from './write.ts'

/** Moves the project to another status and leaves everything else as it is. */
export function setProjectStatus(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof projectStatusInput>,
): Promise<ProjectDto> {
  return transact(db, async (trx) => {
    const current = await getProject(trx, scope, input.id)
    if (input.version !== undefined && input.version !== current.version) throw conflict('This project')
    if (input.status === current.status) return current
    await writeProject(trx, scope, current, { status: input.status })
    await recordStatusOrEdit(trx, scope, { ...current, clientId: current.assigned_client_id }, input.status)
    return getProject(trx, scope, input.id)
  })
}
