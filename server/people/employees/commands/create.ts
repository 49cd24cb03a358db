import type { z } from 'zod'
import type { EmployeeDto } from '#shared/people/employees.ts'
import type { employeeInput } from '#shared/people/schemas/employees.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, insertInto } from '../../../base/core/rows/rows.ts'
import { unicodeEmail } from '../../../base/core/shown-emails.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { requireRoom } from '../../../identity/agencies/queries/limits.ts'
import { getEmployee } from '../queries/employees.ts'

export type EmployeeFields = z.output<typeof employeeInput>

/** Adds a contributor if the agency's plan allows another. */
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
  unicode_email: unicodeEmail(input.email),
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
