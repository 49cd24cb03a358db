import type { EmployeeDto } from '#shared/people/employees.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { withdrawInvitations } from '../../../identity/agencies/commands/withdraw-invitations.ts'
import { getEmployee } from '../queries/employees.ts'
import { changedEmployeeFields } from '../rules.ts'
import { type EmployeeFields, editableColumns, replaceSkills } from './create.ts'

/** Throws CONFLICT with the differing fields if `version` is outdated. */
export function updateEmployee(
  ctx: AgencyCtx,
  id: string,
  input: EmployeeFields & { version?: number | undefined },
): Promise<EmployeeDto> {
  return transact(ctx, async (tx) => {
    const current = await getEmployee(tx, id)
    if (input.version !== undefined && input.version !== current.version) {
      throw conflict('This contributor', changedEmployeeFields(current, input))
    }
    const row = { agency_id: ctx.reach.agencyId, id, version: current.version }
    await updateVersioned(tx, 'employees', row, editableColumns(input), 'This contributor')
    if (input.email !== current.email) {
      await withdrawInvitations(tx, { employeeId: id, email: current.email })
    }
    await replaceSkills(tx, id, input.skills)
    const { hourly_rate: amount } = input
    await record(tx, 'employee.updated', {
      id,
      name: input.name,
      email: input.email === current.email ? undefined : input.email,
      rate: amount === current.hourly_rate ? undefined : { amount, currency: current.currency },
    })
    return getEmployee(tx, id)
  })
}
