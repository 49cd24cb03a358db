import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone, PLATFORM_ZONE } from '#shared/base/dates.ts'
import { formatDate } from '#shared/base/format.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { PERIOD_CLOSED, PERIOD_LOCKED } from '#shared/money/ledger/closed-periods.ts'
import { fromWallTime } from '../../../base/adapters/zone.ts'
import { AppError, fieldError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx, Tx } from '../../../base/core/context.ts'
import { acrossAgencies, inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { lockAgency } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { locksOf } from './period-locks.ts'

/** A transaction whose entries are dated at an earlier time, like a payment that is recorded later. */
export type Books = Tx & { bookedAt?: Date }

/** Dates the transaction's entries at the instant, if it is known; never in the future. */
export const datedAt = <T extends Books>(tx: T, at: string | null | undefined): T =>
  at == null || at > toInstant(tx.now) ? tx : { ...tx, bookedAt: new Date(at) }

/** When the transaction's entries are dated. */
export const bookedAt = (tx: Books): Date => tx.bookedAt ?? tx.now

/** The time zone of the agency's ledger and documents, or the platform's; everyone on them sees the same days. */
export async function booksZoneOf(ctx: Ctx, agencyId: AgencyId | null): Promise<string> {
  if (agencyId === null) return PLATFORM_ZONE
  const { timezone } = await selectFrom(acrossAgencies(ctx), 'agencies')
    .select('timezone')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return timezone
}

/** The date of an instant in that zone. */
export const booksDateOf = async (ctx: Ctx, agencyId: AgencyId | null, instant: string): Promise<string> =>
  dateInZone(new Date(instant), await booksZoneOf(ctx, agencyId))

/** The current date in the time zone of the agency's ledger, or the platform's. */
export const booksToday = async (tx: Books, agencyId: AgencyId | null): Promise<string> =>
  dateInZone(bookedAt(tx), await booksZoneOf(tx, agencyId))

/** The day itself, or today if its period is closed; and the end of a locked or closed period. */
type OpenDay =
  | { state: 'open'; day: string }
  | { state: 'locked'; day: string; until: string }
  | { state: 'closed'; day: string; until: string }

/**
 * The day on which to book a change dated on the given day: the only place that checks for closed periods. Waits
 * for anyone closing one, so that nothing is dated in a period after its figures were read.
 */
export async function openDay(tx: Tx, agencyId: AgencyId | null, day: string): Promise<OpenDay> {
  if (agencyId === null) return { state: 'open', day }
  const today = await booksToday({ ...tx, bookedAt: tx.now }, agencyId)
  if (day < today) await lockAgency(tx, agencyId)
  const { soft_until, hard_until } = await locksOf(inAgency(tx, { agencyId }), agencyId)
  // A changed time zone can move today back into the closed period.
  if (hard_until !== null && day <= hard_until) {
    return { state: 'closed', day: today > hard_until ? today : shiftDate(hard_until, 1), until: hard_until }
  }
  if (soft_until === null || day > soft_until) return { state: 'open', day }
  return { state: 'locked', day, until: soft_until }
}

/** Today in the agency's ledger, or the first open day after it. */
export const bookingDay = async (tx: Books, agencyId: AgencyId | null): Promise<string> =>
  (await openDay(tx, agencyId, await booksToday(tx, agencyId))).day

interface DatedChange {
  day: string
  /** What can be done instead, in a sentence. */
  instead: string
  /** The input's field with the date. */
  field?: string
  confirmed: boolean | undefined
}

/** Throws unless the day is open, or its period is only locked and the owner confirms the change. */
export async function requireOpenDay(
  tx: Tx,
  agencyId: AgencyId | null,
  { day, instead, field, confirmed }: DatedChange,
): Promise<void> {
  const decided = await openDay(tx, agencyId, day)
  if (decided.state === 'closed') throw periodClosed(decided.until, instead, field)
  if (decided.state === 'locked') requireConfirmed(decided.until, confirmed)
}

export const periodClosed = (until: string, instead: string, field?: string): AppError => {
  const message = `The books are closed up to ${formatDate(until)}. ${instead}`
  return new AppError('CONFLICT', message, {
    reason: PERIOD_CLOSED,
    title: 'Period closed',
    ...(field !== undefined && { fields: { [field]: message } }),
  })
}

export function requireConfirmed(until: string, confirmed: boolean | undefined): void {
  if (confirmed === true) return
  const message = `This changes figures up to ${formatDate(until)}, which are being closed. Confirm that you want to change them.`
  throw new AppError('CONFLICT', message, {
    reason: PERIOD_LOCKED,
    title: 'Period locked',
    fields: { confirm_period: message },
  })
}

/**
 * Noon of the day on which money moved, in the ledger's time zone, or now for today. Throws BAD_REQUEST for a later day
 * and CONFLICT for one whose period is closed, or locked without a confirmation.
 */
export async function instantPaidOn(
  tx: Tx<AgencyCtx>,
  { paid_on: paidOn, confirm_period: confirmed }: { paid_on?: string; confirm_period?: boolean },
  instead = 'Record the payment on a later day, and say in the description when it arrived.',
): Promise<string> {
  const { agencyId } = tx.reach
  const timezone = await booksZoneOf(tx, agencyId)
  const today = dateInZone(tx.now, timezone)
  if (paidOn === undefined || paidOn === today) return toInstant(tx.now)
  if (paidOn > today) {
    const message = 'The payment date can’t be in the future.'
    throw fieldError('paid_on', message)
  }
  await requireOpenDay(tx, agencyId, { day: paidOn, field: 'paid_on', instead, confirmed })
  return fromWallTime(`${paidOn}T12:00`, timezone)
}
