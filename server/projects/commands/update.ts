import type { z } from 'zod'
import type { ProjectDto, projectUpdateInput } from '#shared/projects.ts'
import { type AgencyScope, callerDate } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { conflict } from '../../errors.ts'
import { getProject } from '../queries.ts'
import { changedProjectFields } from '../rules.ts'
import { findClientByName } from './client.ts'
import { deleteProjectParts, writeProjectParts } from './parts.ts'
import { recordStatusOrEdit } from './record.ts'
import { writeProject } from './write.ts'

type ProjectUpdate = z.output<typeof projectUpdateInput>

/** Writes every field of the project; CONFLICT, naming what differs, when `version` is not the current one. */
export function updateProject(db: Db, scope: AgencyScope, input: ProjectUpdate): Promise<ProjectDto> {
  return transact(db, async (trx) => {
    const current = await getProject(trx, scope, input.id)
    const today = callerDate(scope)
    const dates = { start_date: input.start_date ?? today, delivery_date: input.delivery_date ?? today }
    if (input.version !== current.version) {
      throw conflict('This project', changedProjectFields(current, { ...input, ...dates }))
    }
    const clientId = await findClientByName(trx, scope, input.client, current.assigned_client_id)
    await writeProject(trx, scope, current, {
      name: input.name,
      description: input.description,
      category: input.category,
      assigned_client_id: clientId,
      total_price: input.total_price,
      ...dates,
      status: input.status,
      progress_override: input.progress,
    })
    await deleteProjectParts(trx, scope, input.id)
    await writeProjectParts(trx, scope, input.id, input)
    await recordStatusOrEdit(trx, scope, { ...current, name: input.name, clientId }, input.status)
    return getProject(trx, scope, input.id)
  })
}
