import type { CsvRecord } from '../tables/csv.ts'
import { nameOf } from './text.ts'

const MAX_LEVELS = 10

/** A row of Asana's CSV file, whose parent is known by name only. */
export interface AsanaRow {
  record: CsvRecord
  title: string
  parent: AsanaRow | null
  /** Why the row can't be placed. */
  problem: string | null
}

/**
 * Links subtasks to their parents. Where tasks share a name, the parent is the one above, in files that list
 * subtasks below their task.
 */
export function linkRows(records: readonly CsvRecord[]): AsanaRow[] {
  const rows = records.map(
    (record): AsanaRow => ({ record, title: nameOf(record.values.name, 300), parent: null, problem: null }),
  )
  const named = Map.groupBy(rows, (row) => row.title)
  const isNested = rows.some((row, at) => at > 0 && isTop(row) && !isTop(rows[at - 1] ?? row))
  let above = new Map<string, AsanaRow>()
  for (const row of rows) {
    if (isTop(row)) above = new Map()
    else place(row, named, isNested ? above.get(parentOf(row)) : undefined)
    above.set(row.title, row)
  }
  return rows
}

const parentOf = ({ record }: AsanaRow): string => nameOf(record.values.parent_task, 300)
const isTop = (row: AsanaRow): boolean => parentOf(row) === ''

function place(row: AsanaRow, named: Map<string, AsanaRow[]>, above: AsanaRow | undefined): void {
  const name = parentOf(row)
  const candidates = (named.get(name) ?? []).filter((other) => other !== row)
  row.parent = above ?? (candidates.length === 1 ? (candidates[0] ?? null) : null)
  if (row.parent !== null) return
  row.problem =
    candidates.length === 0
      ? `Its parent task “${name}” is not in the file.`
      : `${candidates.length} tasks are called “${name}”, and the file doesn’t say to which it belongs.`
}

/** The task that a subtask of any level belongs to, and the subtasks in between; null if there is none. */
export function ancestryOf(row: AsanaRow): { task: AsanaRow; path: string[] } | null {
  const path: string[] = []
  let task = row.parent
  while (task !== null && !isTop(task) && path.length < MAX_LEVELS) {
    path.unshift(task.title)
    task = task.parent
  }
  return task !== null && isTop(task) ? { task, path } : null
}
