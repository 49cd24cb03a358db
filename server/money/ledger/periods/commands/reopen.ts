import type { z } from 'zod'
import type { PeriodsDto } from '#shared/money/ledger/closed-periods.ts'
import type { reopenPeriodsInput } from '#shared/money/ledger/schemas/closed-periods.ts'
import { fieldError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, UserRequest } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { reAuthenticate } from '../../../../identity/auth/re-auth.ts'
import { getPeriods } from '../../queries/period-locks.ts'
import { addLocks, lockedAt } from './set-locks.ts'

/** Moves the closing date back, with the owner's password and a reason for the audit log. */
export async function reopenPeriods(
  ctx: UserRequest & AgencyCtx,
  { password, code, ...input }: z.output<typeof reopenPeriodsInput>,
): Promise<PeriodsDto> {
  await reAuthenticate(ctx, { password, code })
  return transact(ctx, async (tx) => {
    const before = await lockedAt(tx, input.version)
    const { hard_until, reason } = input
    const from = before.hard_until
    if (from === null || (hard_until !== null && hard_until >= from)) {
      const message = 'Choose a day before the current lock date, or none.'
      throw fieldError('hard_until', message)
    }
    const { soft_until } = before
    await addLocks(tx, { soft_until, hard_until }, { act: 'reopened', reason, before })
    await record(tx, 'periods.reopened', { id: ctx.reach.agencyId, from, to: hard_until, reason })
    return getPeriods(tx)
  })
}
