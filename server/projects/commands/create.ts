import type { z } from 'zod'
import type { ProjectDto, projectCreateInput } from '#shared/projects.ts'
import { type AgencyScope, callerDate } from '../../auth/scope.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { type PlanLimits, requireRoom } from '../../packages/queries/subscription.ts'
import { getProject } from '../queries.ts'
import { freeProjectNumber, projectNumber } from '../rules.ts'
import { findClientByName } from './client.ts'
import { writeProjectParts } from './parts.ts'
import { recordProjectActivity } from './record.ts'

type ProjectCreate = z.output<typeof projectCreateInput>

const NUMBER_ATTEMPTS = 5
const UNLIMITED: PlanLimits = { enforcePlanLimits: false }

/** Adds a planned project at 0 percent; its number is unique even when two are created in one instant. */
export async function createProject(
  db: Db,
  scope: AgencyScope,
  input: ProjectCreate,
  limits: PlanLimits = UNLIMITED,
): Promise<ProjectDto> {
  await requireRoom(db, limits, scope, 'projects')
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(db, (trx) => insertProject(trx, scope, input))
    } catch (error) {
      if (!isUniqueViolation(error) || db.isTransaction || attempt === NUMBER_ATTEMPTS) throw error
    }
  }
}

async function insertProject(trx: Trx, scope: AgencyScope, input: ProjectCreate): Promise<ProjectDto> {
  const id = newId()
  const now = toInstant(scope.now)
  const today = callerDate(scope)
  const clientId = await findClientByName(trx, scope, input.client)
  await trx
    .insertInto('projects')
    .values({
      agency_id: scope.agencyId,
      id,
      unique_id: await nextProjectNumber(trx, scope.now),
      name: input.name,
      description: input.description,
      category: input.category,
      assigned_client_id: clientId,
      total_price: input.total_price,
      start_date: input.start_date ?? today,
      delivery_date: input.delivery_date ?? today,
      status: 'planning',
      progress_override: null,
      archived_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await writeProjectParts(trx, scope, id, input)
  await recordProjectActivity(
    trx,
    scope,
    { id, clientId },
    'project.created',
    `Project “${input.name}” created`,
  )
  return getProject(trx, scope, id)
}

async function nextProjectNumber(trx: Trx, now: Date): Promise<string> {
  const { last } = await trx
    .selectFrom('projects')
    .select((eb) => eb.fn.max<string | null>('unique_id').as('last'))
    .where('unique_id', '>=', projectNumber(now.getTime()))
    .where('unique_id', '<', projectNumber(now.getTime() + 60_000))
    .executeTakeFirstOrThrow()
  return freeProjectNumber(now, last)
}
