import type { z } from 'zod'
import { formatCount, formatDate } from '#shared/base/format.ts'
import type { PeriodAct, PeriodLocksDto, PeriodsDto } from '#shared/money/ledger/closed-periods.ts'
import type { periodLocksInput } from '#shared/money/ledger/schemas/closed-periods.ts'
import { AppError, conflict, fieldError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { insertInto } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { booksToday } from '../../queries/open-days.ts'
import { getPeriods, locksOf } from '../../queries/period-locks.ts'
import { countWithoutRate } from '../queries/year-end.ts'

type Locks = Pick<PeriodLocksDto, 'soft_until' | 'hard_until'>

/** Sets the lock dates; closed periods are only reopened with a password. */
export function setLocks(ctx: AgencyCtx, input: z.output<typeof periodLocksInput>): Promise<PeriodsDto> {
  return transact(ctx, async (tx) => {
    const before = await lockedAt(tx, input.version)
    const { soft_until, hard_until } = input
    if (soft_until !== before.soft_until || hard_until !== before.hard_until) {
      if (isEarlier(hard_until, before.hard_until)) throw needsPassword()
      await addLocks(tx, { soft_until, hard_until }, { act: 'set', before })
      await record(tx, 'periods.locked', { id: ctx.reach.agencyId, soft_until, hard_until })
    }
    return getPeriods(tx)
  })
}

/** Throws CONFLICT if the dates have changed since the caller read them. */
export async function lockedAt(tx: Tx<AgencyCtx>, version: number): Promise<PeriodLocksDto> {
  const current = await locksOf(tx, tx.reach.agencyId)
  if (current.version !== version) throw conflict('The lock date')
  return current
}

const isEarlier = (date: string | null, than: string | null): boolean =>
  than !== null && (date === null || date < than)

const isLater = (date: string, than: string | null): boolean => than === null || date > than

const needsPassword = () =>
  new AppError('CONFLICT', 'Closed periods can only be reopened with your password and a reason.', {
    reason: 'needs_password',
    fields: { hard_until: 'Use “Reopen” to move this date back.' },
  })

/** Adds the dates to the history. A period must be over, and complete before it is closed. */
export async function addLocks(
  tx: Tx<AgencyCtx>,
  locks: Locks,
  change: { act: PeriodAct; reason?: string; before: PeriodLocksDto },
): Promise<void> {
  const { agencyId } = tx.reach
  const today = await booksToday(tx, agencyId)
  for (const field of ['soft_until', 'hard_until'] as const) {
    const date = locks[field]
    if (date !== null && date >= today) {
      throw fieldError(field, 'A period can be closed once it is over: choose a day before today.')
    }
  }
  if (locks.hard_until !== null && isLater(locks.hard_until, change.before.hard_until)) {
    await requireRates(tx, locks.hard_until)
  }
  await insertInto(tx, 'period_locks')
    .values({
      agency_id: agencyId,
      version: change.before.version + 1,
      ...locks,
      act: change.act,
      reason: change.reason ?? null,
      set_by: tx.actor.userId,
      set_by_name: tx.actor.name,
      set_at: toInstant(tx.now),
    })
    .execute()
}

async function requireRates(tx: Tx<AgencyCtx>, until: string): Promise<void> {
  const count = await countWithoutRate(tx, until)
  if (count === 0) return
  const words = formatCount(count, 'amount has', 'amounts have')
  const day = formatDate(until)
  throw fieldError('hard_until', `${words} no exchange rate up to ${day}. Enter it first, under Taxes.`)
}
