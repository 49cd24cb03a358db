import { daysBetween, shiftDate, shiftMonths } from '#shared/base/calendar.ts'
import { formatDate } from '#shared/base/format.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'

/**
 * When an invoice is due, late, reminded of and charged for. All of it counts from what really happened: the day it was
 * issued, or the day it was open again, never from a day that was only planned.
 */
interface Terms {
  /** The due dates of its parts, or its only one. */
  dates: readonly string[]
  /** Days after the issue; null if somebody chose the dates. */
  paymentDays: number | null
}

/**
 * The due dates of an invoice that is issued on the day. All move by the same number of days if the last one is chosen
 * anew. Throws BAD_REQUEST if one is before the issue.
 */
export function datesAtIssue({ dates, paymentDays }: Terms, issuedOn: string, chosen?: string): string[] {
  const last = chosen ?? (paymentDays === null ? undefined : shiftDate(issuedOn, paymentDays))
  const moved = last === undefined ? [...dates] : movedTo(dates, last)
  const [first = issuedOn] = moved
  if (first >= issuedOn) return moved
  const message = `The invoice was due on ${formatDate(first)}, before it is sent. Choose when it is due.`
  throw new AppError('BAD_REQUEST', message, { reason: 'due_passed', fields: { due_date: message } })
}

const movedTo = (dates: readonly string[], last: string): string[] => {
  const days = daysBetween(dates.at(-1) ?? last, last)
  return dates.map((date) => shiftDate(date, days))
}

/** The last due date to offer if the first one has passed: the first is then due in `days`. Null if none has passed. */
export function offeredDueDate(dates: readonly string[], today: string, days: number): string | null {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined || first >= today) return null
  return shiftDate(last, daysBetween(first, shiftDate(today, days)))
}

/** The due date of a draft, if it were sent today. */
export const dueIfSent = (
  { due_on, payment_days }: { due_on: string; payment_days: number | null },
  today: string,
): string => (payment_days === null ? due_on : shiftDate(today, payment_days))

interface Open {
  /** Of the invoice or its next instalment. */
  due_on: string
  issued_on: string | null
  open_since: string | null
}

const openFrom = ({ issued_on, open_since }: Open): string => open_since ?? issued_on ?? ''

/** The day after which the invoice is late. It isn't late for days before it was issued, or while it was settled. */
export function lateAfter(invoice: Open): string {
  const from = openFrom(invoice)
  return invoice.due_on < from ? from : invoice.due_on
}

/** When the payer is reminded, in days relative to the due date. */
const REMINDERS = [
  { occasion: 'before', from: -3, to: -1, words: 'is due soon' },
  { occasion: 'due', from: 0, to: 0, words: 'is due today' },
  { occasion: 'week', from: 7, to: 13, words: 'is a week overdue' },
  { occasion: 'fortnight', from: 14, to: 29, words: 'is two weeks overdue' },
  { occasion: 'month', from: 30, to: 60, words: 'is a month overdue' },
] as const

/** The reminder of the day; none on the day that the invoice itself was sent. */
export const reminderFor = (invoice: Open, today: string): (typeof REMINDERS)[number] | null => {
  if (today <= openFrom(invoice)) return null
  const late = daysBetween(lateAfter(invoice), today)
  return REMINDERS.find((reminder) => late >= reminder.from && late <= reminder.to) ?? null
}

/** Identifies a mail so that it is sent only once; each instalment has its own. */
export const occasionOf = (instalmentDueOn: string | null, occasion: string): string =>
  instalmentDueOn === null ? occasion : `${instalmentDueOn} ${occasion}`

/** The wording of a reminder sent on another day. */
export function dueWords(dueOn: string, today: string): string {
  const late = daysBetween(dueOn, today)
  if (late < 0) return `is due in ${countDays(-late)}`
  return late === 0 ? 'is due today' : `is ${countDays(late)} overdue`
}

const countDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

interface LateFeeRule {
  grace_days: number
  max_fees: number
  /** The day the rule was enabled. */
  since: string | null
}

/**
 * The days up to `today` on which an overdue invoice incurs a fee: after the grace period, then monthly, up
 * to the maximum; none before the rule was enabled.
 */
export function lateFeesDue(invoice: Open & LateFeeRule, today: string): string[] {
  const { since, max_fees, grace_days } = invoice
  if (since === null) return []
  const first = shiftDate(lateAfter(invoice), Math.max(1, grace_days))
  const days: string[] = []
  for (let month = 0, day = first; day <= today && days.length < max_fees; ) {
    if (day >= since) days.push(day)
    month += 1
    day = shiftMonths(first, month)
  }
  return days
}
