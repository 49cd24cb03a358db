import type { z } from 'zod'
import type { EmployeeDto, employeeInput } from '#shared/employees.ts'
import { requireRoom } from '../../agencies/queries/limits.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { deleteFrom, insertInto } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { getEmployee } from '../queries/employees.ts'

export type EmployeeFields = z.output<typeof employeeInput>

/** Adds a contributor, if the agency's plan has room for one. */
export function createEmployee(ctx: AgencyCtx, input: EmployeeFields): Promise<EmployeeDto> {
  return transact(ctx, async (tx) => {
    await requireRoom(tx, 'members')
    const id = newId()
    const now = toInstant(tx.now)
    await insertInto(tx, 'employees')
      .values({
        agency_id: ctx.reach.agencyId,
        id,
        ...editableColumns(input),
        deactivated_at: null,
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await replaceSkills(tx, id, input.skills)
    await record(tx, 'employee.created', { id, name: input.name })
    return getEmployee(tx, id)
  })
}

export const editableColumns = (input: EmployeeFields) => ({
  name: input.name,
  email: input.email,
  role: input.role,
  hourly_rate: input.hourly_rate,
  performance_score: input.performance_score,
})

export async function replaceSkills(tx: Tx<AgencyCtx>, id: string, skills: string[]): Promise<void> {
  await deleteFrom(tx, 'employee_skills').where('employee_id', '=', id).execute()
  const names = [...new Set(skills)]
  if (names.length === 0) return
  await insertInto(tx, 'employee_skills')
    .values(
      names.map((name, position) => ({ agency_id: tx.reach.agencyId, employee_id: id, position, name })),
    )
    .execute()
}
