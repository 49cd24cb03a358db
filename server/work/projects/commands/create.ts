import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { ProjectDto } from '#shared/work/projects.ts'
import type { projectCreateInput } from '#shared/work/schemas/projects.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies, callerDate } from '../../../base/core/rows/reach.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isUniqueViolation } from '../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { requireRoom } from '../../../identity/agencies/queries/limits.ts'
import { requireProjectClient } from '../queries/client.ts'
import { getProject } from '../queries/projects.ts'
import { aboutProject, freeProjectNumber, projectDates, projectNumber, requireInOrder } from '../rules.ts'
import { insertProjectParts } from './replace-parts.ts'

type ProjectCreate = z.output<typeof projectCreateInput>

const NUMBER_ATTEMPTS = 5

/** Creates a project in planning at 0 percent; its number is unique even if two are created at once. */
export async function createProject(ctx: AgencyCtx, input: ProjectCreate): Promise<ProjectDto> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(ctx, (tx) => insertProject(tx, input))
    } catch (error) {
      if (!isUniqueViolation(error) || ctx.db.isTransaction || attempt === NUMBER_ATTEMPTS) throw error
    }
  }
}

async function insertProject(tx: Tx<AgencyCtx>, input: ProjectCreate): Promise<ProjectDto> {
  await requireRoom(tx, 'projects')
  const id = newId()
  const dates = projectDates(input, callerDate(tx))
  requireInOrder(dates)
  await insertProjectRow(tx, {
    id,
    name: input.name,
    description: input.description,
    category: input.category,
    assigned_client_id: await requireProjectClient(tx, input),
    total_price: input.total_price,
    ...dates,
    status: 'planning',
  })
  await insertProjectParts(tx, id, input)
  const project = await getProject(tx, id)
  await record(tx, 'project.created', aboutProject(project))
  return project
}

type ProjectColumns = Pick<
  Selectable<Schema['projects']>,
  | 'id'
  | 'name'
  | 'description'
  | 'category'
  | 'assigned_client_id'
  | 'total_price'
  | 'start_date'
  | 'delivery_date'
  | 'status'
>

/** Inserts a project with the next number; the caller must record the event. */
export async function insertProjectRow(tx: Tx<AgencyCtx>, columns: ProjectColumns): Promise<void> {
  const now = toInstant(tx.now)
  await insertInto(tx, 'projects')
    .values({
      agency_id: tx.reach.agencyId,
      id: columns.id,
      unique_id: await nextProjectNumber(tx),
      name: columns.name,
      description: columns.description,
      category: columns.category,
      assigned_client_id: columns.assigned_client_id,
      total_price: columns.total_price,
      start_date: columns.start_date,
      delivery_date: columns.delivery_date,
      status: columns.status,
      progress_override: null,
      archived_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Numbers are unique across agencies. */
async function nextProjectNumber(tx: Tx): Promise<string> {
  const { last } = await selectFrom(acrossAgencies(tx), 'projects')
    .select((eb) => eb.fn.max<string | null>('unique_id').as('last'))
    .where('unique_id', '>=', projectNumber(tx.now.getTime()))
    .where('unique_id', '<', projectNumber(tx.now.getTime() + 60_000))
    .executeTakeFirstOrThrow()
  return freeProjectNumber(tx.now, last)
}
