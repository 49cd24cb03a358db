import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './data-table.module.css'

/** The column a table is sorted by, from the URL; newest first by default. */
export interface Sorting<Sort extends string> {
  sort: Sort | null
  desc: boolean
  onSort: (sorting: { sort: Sort | null; desc: boolean }) => void
}

interface SortHeadProps<Sort extends string> {
  column: { label: string; sort?: Sort; figures?: boolean }
  sorting: Sorting<Sort>
}

/** Toggles ascending, descending and the default order (newest first). */
export function SortHead<Sort extends string>({ column, sorting }: SortHeadProps<Sort>) {
  const { label, sort, figures } = column
  if (sort === undefined) {
    return (
      <th scope="col" data-figures={figures || undefined}>
        {label}
      </th>
    )
  }
  const active = sorting.sort === sort
  const { desc } = sorting
  const Icon = desc ? IconArrowDown : IconArrowUp
  const next = active && desc ? { sort: null, desc: false } : { sort, desc: active }
  return (
    <th
      scope="col"
      data-figures={figures || undefined}
      aria-sort={active ? (desc ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className={classes.sort} onClick={() => sorting.onSort(next)}>
        {label}
        {active && <Icon size={14} aria-hidden />}
      </button>
    </th>
  )
}
