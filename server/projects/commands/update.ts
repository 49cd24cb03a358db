import type { z } from 'zod'
import type { ProjectDto, projectUpdateInput } from '#shared/projects.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { callerDate } from '../../core/reach.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { findClientByName } from '../queries/client.ts'
import { getProject } from '../queries/projects.ts'
import { aboutProject, changedProjectFields } from '../rules.ts'
import { replaceProjectParts } from './replace-parts.ts'
import { recordProjectStatus } from './set-status.ts'

type ProjectUpdate = z.output<typeof projectUpdateInput>

/** Writes every field of the project; CONFLICT, naming what differs, when `version` is not the current one. */
export function updateProject(ctx: AgencyCtx, input: ProjectUpdate): Promise<ProjectDto> {
  return transact(ctx, async (tx) => {
    const current = await getProject(tx, input.id)
    const today = callerDate(tx)
    const dates = { start_date: input.start_date ?? today, delivery_date: input.delivery_date ?? today }
    if (input.version !== current.version) {
      throw conflict('This project', changedProjectFields(current, { ...input, ...dates }))
    }
    const { name, description, category, total_price, status } = input
    const assigned_client_id = await findClientByName(tx, input.client, current.assigned_client_id)
    await updateVersioned(
      tx,
      'projects',
      current,
      {
        name,
        description,
        category,
        assigned_client_id,
        total_price,
        ...dates,
        status,
        progress_override: input.progress,
      },
      'This project',
    )
    await replaceProjectParts(tx, input.id, input)
    const saved = { ...current, name, assigned_client_id }
    if (status === current.status) await record(tx, 'project.updated', aboutProject(saved))
    else await recordProjectStatus(tx, saved, status)
    return getProject(tx, input.id)
  })
}
