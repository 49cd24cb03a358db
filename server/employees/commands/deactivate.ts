import type { EmployeeDto } from '#shared/employees.ts'
import { shutOut } from '../../auth/commands/end-sessions.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { toInstant } from '../../db/values.ts'
import { getEmployee } from '../queries/employees.ts'

/** Takes a contributor out of the team and ends their sessions at once, or brings them back. */
export function setEmployeeDeactivated(
  ctx: AgencyCtx,
  { id, deactivated }: { id: string; deactivated: boolean },
): Promise<EmployeeDto> {
  return transact(ctx, async (tx) => {
    const { name, version } = await getEmployee(tx, id)
    const row = { agency_id: ctx.reach.agencyId, id, version }
    const columns = { deactivated_at: deactivated ? toInstant(tx.now) : null }
    await updateVersioned(tx, 'employees', row, columns, 'This contributor')
    if (deactivated) await shutOut(tx, await accountsOf(tx, id))
    await record(tx, deactivated ? 'employee.deactivated' : 'employee.reactivated', { id, name })
    return getEmployee(tx, id)
  })
}

async function accountsOf(tx: Tx, employeeId: string): Promise<string[]> {
  const profiles = await selectFrom(tx, 'profiles')
    .select('user_id')
    .where('employee_id', '=', employeeId)
    .execute()
  return profiles.map((profile) => profile.user_id)
}
