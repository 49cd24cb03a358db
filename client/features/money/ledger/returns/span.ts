import { lastOfMonth, shiftMonths } from '#shared/base/calendar.ts'
import { formatShortMonth } from '#shared/base/format.ts'

/** The selectable years, the current one first. */
const YEARS = 10
export const yearsTo = (today: string): string[] =>
  Array.from({ length: YEARS }, (_, index) => String(Number(today.slice(0, 4)) - index))

/** The year and the part of it; empty for the whole year. */
export const partsOf = (span: string): { year: string; part: string } => {
  const [year = '', part = ''] = span.split('-')
  return { year, part }
}

export const spanFrom = (year: string, part: string): string => (part === '' ? year : `${year}-${part}`)

/** The quarter before the one that contains the day, which is the one due. */
export function lastQuarter(today: string): string {
  const day = shiftMonths(`${today.slice(0, 7)}-01`, -3)
  return `${day.slice(0, 4)}-Q${quarterOf(Number(day.slice(5, 7)))}`
}

const quarterOf = (month: number): number => Math.ceil(month / 3)

export function datesOf(span: string): { from: string; to: string } {
  const { year, part } = partsOf(span)
  if (part === '') return { from: `${year}-01-01`, to: `${year}-12-31` }
  if (!part.startsWith('Q')) return { from: `${span}-01`, to: lastOfMonth(`${span}-01`) }
  const last = Number(part.slice(1)) * 3
  const [from, to] = [last - 2, last].map((month) => `${year}-${String(month).padStart(2, '0')}-01`)
  return { from: from ?? '', to: lastOfMonth(to ?? '') }
}

/** Quarters, months and the whole year. */
export const partChoices = (year: string) => [
  {
    group: 'Quarters',
    items: [1, 2, 3, 4].map((quarter) => ({ value: `Q${quarter}`, label: `Quarter ${quarter}` })),
  },
  {
    group: 'Months',
    items: Array.from({ length: 12 }, (_, index) => {
      const part = String(index + 1).padStart(2, '0')
      return { value: part, label: formatShortMonth(`${year}-${part}`) }
    }),
  },
  { group: 'Year', items: [{ value: 'all', label: 'Whole year' }] },
]
