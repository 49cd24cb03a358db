import { sum } from '#shared/base/amounts/money.ts'
import { parseDuration } from '#shared/time/durations.ts'
import type { TimeEntryDto, WeekCell, WeekGrid } from '#shared/time/work-log.ts'

export interface RowProject {
  id: string | null
  name: string
}

/** A project's row in the week, possibly without time. */
export interface WeekRow {
  project: RowProject
  archived: boolean
  seconds: number[]
  cells: WeekCell[]
  total: number
}

export const NO_PROJECT: RowProject = { id: null, name: 'No project' }

/** The week's rows and those of the given projects without time, sorted by name. */
export function rowsOf(grid: WeekGrid, more: RowProject[]): WeekRow[] {
  const worked = grid.rows.map((row) => ({
    project: row.project ?? NO_PROJECT,
    archived: row.archived,
    seconds: row.seconds,
    cells: row.cells,
    total: row.total_seconds,
  }))
  const known = new Set(worked.map((row) => row.project.id))
  const added = [...new Map(more.map((project) => [project.id, project])).values()]
    .filter((project) => !known.has(project.id))
    .map((project) => ({
      project,
      archived: false,
      seconds: grid.days.map(() => 0),
      cells: grid.open_days.map((editable) => ({ editable, entry: null })),
      total: 0,
    }))
  return [...worked, ...added].toSorted(
    (a, b) =>
      Number(a.project.id !== null) - Number(b.project.id !== null) ||
      a.project.name.localeCompare(b.project.name),
  )
}

/** Seconds, null for none ("" or "0"), or undefined if the text isn't a duration. */
export function typedHours(text: string): number | null | undefined {
  if (/^\s*(0*[.,:]?0*\s*h?)\s*$/i.test(text)) return null
  return parseDuration(text) ?? undefined
}

/** The grid with one cell's hours changed, and the entry that now has them. */
export function withHours(
  grid: WeekGrid,
  { project, day }: { project: RowProject; day: string },
  seconds: number,
  entry: Pick<TimeEntryDto, 'id' | 'version'> | null,
): WeekGrid {
  const column = grid.days.indexOf(day)
  const set = <Value>(values: Value[], value: Value) => values.map((old, at) => (at === column ? value : old))
  const rows = rowsOf(grid, [project]).map((row) => {
    const changed = row.project.id === project.id
    const daySeconds = changed ? set(row.seconds, seconds) : row.seconds
    return {
      project: row.project.id === null ? null : { id: row.project.id, name: row.project.name },
      archived: row.archived,
      seconds: daySeconds,
      cells: changed
        ? set(row.cells, { editable: true, entry: entry && { id: entry.id, version: entry.version } })
        : row.cells,
      total_seconds: sum(daySeconds),
    }
  })
  return { ...grid, rows, totals: grid.days.map((_, at) => sum(rows.map((row) => row.seconds[at] ?? 0))) }
}
