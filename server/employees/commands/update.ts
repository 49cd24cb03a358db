import type { EmployeeDto } from '#shared/employees.ts'
import { withdrawInvitations } from '../../agencies/commands/withdraw-invitations.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { getEmployee } from '../queries/employees.ts'
import { changedEmployeeFields } from '../rules.ts'
import { type EmployeeFields, editableColumns, replaceSkills } from './create.ts'

/** CONFLICT, naming what differs, when `version` is not the current one. */
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
    await record(tx, 'employee.updated', { id, name: input.name })
    return getEmployee(tx, id)
  })
}
