import type { z } from 'zod'
import type { ProjectDto } from '#shared/work/projects.ts'
import type { projectUpdateInput } from '#shared/work/schemas/projects.ts'
import { dateOf } from '../../../base/adapters/zone.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { callerDate } from '../../../base/core/rows/reach.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { requireProjectClient } from '../queries/client.ts'
import { getProject } from '../queries/projects.ts'
import { aboutProject, changedProjectFields, projectDates, requireInOrder } from '../rules.ts'
import { replaceProjectParts } from './replace-parts.ts'
import { recordProjectStatus } from './set-status.ts'

type ProjectUpdate = z.output<typeof projectUpdateInput>

/** Updates all fields of the project; throws CONFLICT with the differing fields if `version` is outdated. */
export function updateProject(ctx: AgencyCtx, input: ProjectUpdate): Promise<ProjectDto> {
  return transact(ctx, async (tx) => {
    const current = await getProject(tx, input.id)
    const dates = projectDates(input, callerDate(tx))
    const changed = changedProjectFields(current, { ...input, ...dates })
    if (input.version !== current.version) throw conflict('This project', changed)
    // Projects saved without this rule can still be edited.
    if ('start_date' in changed || 'delivery_date' in changed) requireInOrder(dates)
    const { name, description, category, total_price, status } = input
    const assigned_client_id = await requireProjectClient(tx, input, current.assigned_client_id)
    const isGiven = assigned_client_id !== current.assigned_client_id
    await updateVersioned(
      tx,
      'projects',
      current,
      {
        name,
        description,
        category,
        assigned_client_id,
        ...(isGiven && { client_since: dateOf(tx.now, tx.reach.booksZone) }),
        total_price,
        ...dates,
        status,
        progress_override: input.progress,
      },
      'This project',
    )
    await replaceProjectParts(tx, input.id, input)
    if (isGiven) {
      const moved = aboutProject({ ...current, name, assigned_client_id })
      await record(tx, 'project.client-changed', { ...moved, fromClientId: current.assigned_client_id })
    }
    const saved = { ...current, name, assigned_client_id }
    const isMoved = status !== current.status
    const changesMore = Object.keys(changed).some((field) => field !== 'status')
    if (!isMoved || changesMore) await record(tx, 'project.updated', aboutProject(saved))
    if (isMoved) await recordProjectStatus(tx, saved, status)
    return getProject(tx, input.id)
  })
}
