import type { z } from 'zod'
import { MUST_BE_SETTLED, YEAR_END_WORDS, type YearEndDto } from '#shared/money/ledger/closed-periods.ts'
import type { closeYearInput } from '#shared/money/ledger/schemas/closed-periods.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { getYearEnd } from '../queries/year-end.ts'
import { addLocks, lockedAt } from './set-locks.ts'

/** Closes the books up to the fiscal year's last day, once its open points are settled or accepted. */
export function closeYear(ctx: AgencyCtx, input: z.output<typeof closeYearInput>): Promise<YearEndDto> {
  return transact(ctx, async (tx) => {
    const before = await lockedAt(tx, input.version)
    const { year, checks, totals } = await getYearEnd(tx)
    if (year === null || totals === null || year.to !== input.to) {
      throw new AppError('CONFLICT', 'This isn’t the next fiscal year to close.', { reason: 'not_next_year' })
    }
    const left = checks.find(
      ({ check, count }) => count > 0 && (MUST_BE_SETTLED.includes(check) || !input.accepted.includes(check)),
    )
    if (left !== undefined) {
      const { label, about } = YEAR_END_WORDS[left.check]
      throw new AppError('CONFLICT', `${label}: ${left.count}. ${about}`, { reason: `open_${left.check}` })
    }
    const soft_until = before.soft_until !== null && before.soft_until > year.to ? before.soft_until : null
    await addLocks(tx, { soft_until, hard_until: year.to }, { act: 'year_closed', before })
    await record(tx, 'periods.year-closed', { id: ctx.reach.agencyId, ...year, totals })
    return getYearEnd(tx)
  })
}
