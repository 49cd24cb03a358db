import { shiftMonths } from '../../base/calendar.ts'

/** Calendar dates, both inclusive; null means unbounded. */
export interface Period {
  from: string | null
  to: string | null
}

const firstOfMonth = (date: string): string => `${date.slice(0, 8)}01`

export const monthToDate = (today: string): Period => ({ from: firstOfMonth(today), to: today })

/** The twelve calendar months up to today. */
export const lastYear = (today: string): Period => ({
  from: shiftMonths(firstOfMonth(today), -11),
  to: today,
})
