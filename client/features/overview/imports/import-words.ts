import { formatHours, formatNumber } from '#shared/base/format.ts'
import { IMPORT_KIND_LABELS, IMPORT_KINDS, type ImportKind } from '#shared/overview/imports.ts'

/** “1 task”, “1,204 time entries”. */
export const countOf = (kind: ImportKind, count: number): string =>
  `${formatNumber(count)} ${IMPORT_KIND_LABELS[kind][count === 1 ? 'one' : 'many']}`

/** The counts by kind, without zeros. */
export const countsOf = (counts: Record<ImportKind, number>): string[] =>
  IMPORT_KINDS.filter((kind) => counts[kind] > 0).map((kind) => countOf(kind, counts[kind]))

/** Seconds as hours, including the billable hours; null for zero. */
export function hoursOf(seconds: number, billable?: number): string | null {
  if (seconds === 0) return null
  const all = `${formatHours(seconds)} of time`
  return billable === undefined ? all : `${all}, ${formatHours(billable)} billable`
}

/** “Lines 3, 5 and more”; null if the file has no lines. */
export function linesOf(lines: readonly number[], count: number): string | null {
  if (lines.length === 0) return null
  const more = count > lines.length ? ' and more' : ''
  return `${count === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}${more}`
}
