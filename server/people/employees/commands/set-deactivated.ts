import type { EmployeeDto } from '#shared/people/employees.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { withdrawInvitations } from '../../../identity/agencies/commands/withdraw-invitations.ts'
import { endAccessOf } from '../../../identity/auth/tokens/commands/end-earlier-access.ts'
import { getEmployee } from '../queries/employees.ts'

/** Deactivates a contributor and ends their access and invitations immediately, or reactivates them. */
export function setEmployeeDeactivated(
  ctx: AgencyCtx,
  { id, deactivated }: { id: string; deactivated: boolean },
): Promise<EmployeeDto> {
  return transact(ctx, async (tx) => {
    const { name, email, version } = await getEmployee(tx, id)
    const row = { agency_id: ctx.reach.agencyId, id, version }
    const columns = { deactivated_at: deactivated ? toInstant(tx.now) : null }
    await updateVersioned(tx, 'employees', row, columns, 'This contributor')
    if (deactivated) {
      await endAccessOf(tx, await accountsOf(tx, id))
      await withdrawInvitations(tx, { employeeId: id })
      await withdrawInvitations(tx, { contributorEmail: email })
    }
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
