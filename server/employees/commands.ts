import type { z } from 'zod'
import type { EmployeeDto, employeeSaveInput } from '#shared/employees.ts'
import { recordActivity } from '../activity/record.ts'
import type { AgencyScope } from '../auth/scope.ts'
import { endUserSessions } from '../auth/sessions.ts'
import type { Db, Trx } from '../db/schema.ts'
import { transact } from '../db/transaction.ts'
import { newId, toInstant } from '../db/values.ts'
import { conflict, notFound } from '../errors.ts'
import { publishChange } from '../live/publish.ts'
import { type PlanLimits, requireRoom } from '../packages/queries/subscription.ts'
import { getEmployee } from './queries.ts'
import { changedEmployeeFields } from './rules.ts'

type EmployeeSave = z.output<typeof employeeSaveInput>

const UNLIMITED: PlanLimits = { enforcePlanLimits: false }

/** Inserts a contributor, or updates the one named by `id`; CONFLICT when `version` is not the current one. */
export function saveEmployee(
  db: Db,
  scope: AgencyScope,
  input: EmployeeSave,
  limits: PlanLimits = UNLIMITED,
): Promise<EmployeeDto> {
  return transact(db, async (trx) => {
    if (input.id === undefined) await requireRoom(trx, limits, scope, 'members')
    const id =
      input.id === undefined
        ? await insertEmployee(trx, scope, input)
        : await updateEmployee(trx, scope, input, input.id)
    return getEmployee(trx, scope, id)
  })
}

async function insertEmployee(trx: Trx, scope: AgencyScope, input: EmployeeSave): Promise<string> {
  const id = newId()
  const now = toInstant(scope.now)
  await trx
    .insertInto('employees')
    .values({
      agency_id: scope.agencyId,
      id,
      name: input.name,
      email: input.email,
      role: input.role,
      hourly_rate: input.hourly_rate,
      performance_score: input.performance_score,
      deactivated_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await replaceSkills(trx, scope, id, input.skills)
  await recordActivity(trx, scope, {
    action: 'employee.created',
    subject: { type: 'employee', id },
    touches: ['employees', 'people'],
    summary: `${input.name} joined the team`,
  })
  return id
}

async function updateEmployee(
  trx: Trx,
  scope: AgencyScope,
  input: EmployeeSave,
  id: string,
): Promise<string> {
  const current = await getEmployee(trx, scope, id)
  if (input.version !== undefined && input.version !== current.version) {
    throw conflict('This contributor', changedEmployeeFields(current, input))
  }
  const { numUpdatedRows } = await trx
    .updateTable('employees')
    .set({
      name: input.name,
      email: input.email,
      role: input.role,
      hourly_rate: input.hourly_rate,
      performance_score: input.performance_score,
      version: current.version + 1,
      updated_at: toInstant(scope.now),
    })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .where('version', '=', current.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw conflict('This contributor')
  await replaceSkills(trx, scope, id, input.skills)
  await recordActivity(trx, scope, {
    action: 'employee.updated',
    subject: { type: 'employee', id },
    touches: ['employees', 'people'],
    summary: `${input.name} updated`,
  })
  return id
}

async function replaceSkills(trx: Trx, scope: AgencyScope, id: string, skills: string[]): Promise<void> {
  await trx
    .deleteFrom('employee_skills')
    .where('agency_id', '=', scope.agencyId)
    .where('employee_id', '=', id)
    .execute()
  const names = [...new Set(skills)]
  if (names.length === 0) return
  await trx
    .insertInto('employee_skills')
    .values(names.map((name, position) => ({ agency_id: scope.agencyId, employee_id: id, position, name })))
    .execute()
}

/** Takes a contributor out of the team and ends their sessions at once, or brings them back. */
export function setEmployeeDeactivated(
  db: Db,
  scope: AgencyScope,
  input: { id: string; deactivated: boolean },
): Promise<EmployeeDto> {
  return transact(db, async (trx) => {
    const now = toInstant(scope.now)
    const employee = await trx
      .updateTable('employees')
      .set({ deactivated_at: input.deactivated ? now : null, updated_at: now })
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .returning('name')
      .executeTakeFirst()
    if (employee === undefined) throw notFound('This contributor')
    if (input.deactivated) await endSessions(trx, scope, input.id)
    await recordActivity(trx, scope, {
      action: input.deactivated ? 'employee.deactivated' : 'employee.reactivated',
      subject: { type: 'employee', id: input.id },
      touches: ['employees', 'people'],
      summary: input.deactivated ? `${employee.name} deactivated` : `${employee.name} reactivated`,
    })
    return getEmployee(trx, scope, input.id)
  })
}

async function endSessions(trx: Trx, scope: AgencyScope, employeeId: string): Promise<void> {
  const profiles = await trx
    .selectFrom('profiles')
    .select('user_id')
    .where('agency_id', '=', scope.agencyId)
    .where('employee_id', '=', employeeId)
    .execute()
  for (const { user_id } of profiles) {
    await endUserSessions(trx, user_id)
    await publishChange(trx, scope, { domains: ['auth'], userId: user_id })
  }
}
