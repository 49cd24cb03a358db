import { Checkbox, VisuallyHidden } from '@mantine/core'
import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react'
import { useWide } from '#client/lib/breakpoints.ts'
import classes from './data-table.module.css'
import { DENSE_ROW, ROW, useDensity } from './density.ts'
import { entriesOf } from './groups.ts'
import { SortHead } from './sort-head.tsx'
import type { TableProps } from './table-props.ts'
import { TableRow } from './table-row.tsx'

const GROUP = 36
const OVERSCAN = 10
/** The next page loads when this many rows are left below. */
const AHEAD = 20

/** Measured row heights in px, so that a list has the same height when the user returns to it. */
const heights = new Map<string, number>()

/** Virtualized rows with sortable column headers. Arrow keys move between rows, Enter opens one. */
export function DataTable<Item extends { id: string }, Sort extends string>(props: TableProps<Item, Sort>) {
  const { items, selection = null, grouping = null, title, sorting } = props
  const roomy = useWide()
  const columns = roomy ? props.columns : props.columns.filter(({ extra }) => !extra)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = props.query
  const dense = useDensity() === 'compact'
  const entries = entriesOf(items, grouping)
  const body = useRef<HTMLTableSectionElement>(null)
  const heightKey = (index: number) => `${dense} ${entries[index]?.key}`
  const virtual = useWindowVirtualizer<HTMLElement>({
    count: entries.length,
    estimateSize: (index) =>
      heights.get(heightKey(index)) ??
      (entries[index]?.heading !== undefined ? GROUP : dense ? DENSE_ROW : ROW),
    measureElement(row, resize, table) {
      const height = measureElement(row, resize, table)
      heights.set(heightKey(table.indexFromElement(row)), height)
      return height
    },
    overscan: OVERSCAN,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => entries[index]?.key ?? index,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row heights changed
  useEffect(() => virtual.measure(), [dense])
  const shown = virtual.getVirtualItems()
  const nearEnd = (shown.at(-1)?.index ?? 0) >= entries.length - AHEAD
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [nearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])

  /** Also reaches rows that aren't rendered yet. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-index]') : null
    if (step === undefined || row === null) return
    let index = Number(row.dataset.index) + step
    while (entries[index]?.heading !== undefined) index += step
    if (entries[index] === undefined) return
    event.preventDefault()
    if (focusRow(index)) return
    virtual.scrollToIndex(index)
    requestAnimationFrame(() => focusRow(index))
  }

  /** False while the row isn't rendered. */
  function focusRow(index: number): boolean {
    const open = body.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-open]`)
    open?.focus()
    return open != null
  }

  const tracks = [
    ...(selection === null ? [] : ['24px']),
    title.column.width,
    ...columns.map(({ width }) => width),
    ...(props.actions === undefined ? [] : ['28px']),
  ]
  return (
    <table
      aria-label={props.label}
      aria-rowcount={hasNextPage ? -1 : entries.length + 1}
      className={classes.table}
      data-dense={dense || undefined}
      data-selectable={selection !== null || undefined}
      style={{ '--columns': tracks.join(' ') } as CSSProperties}
    >
      <thead>
        <tr aria-rowindex={1} className={classes.head}>
          {selection !== null && (
            <th scope="col">
              <Checkbox
                aria-label="Select all"
                checked={selection.state === 'all'}
                indeterminate={selection.state === 'some'}
                onChange={selection.toggleAll}
              />
            </th>
          )}
          <SortHead column={title.column} sorting={sorting} />
          {columns.map((column) => (
            <SortHead key={column.label} column={column} sorting={sorting} />
          ))}
          {props.actions !== undefined && (
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody
        ref={body}
        className={classes.body}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {shown.map(({ index, key, start }) => (
          <TableRow
            key={key}
            {...props}
            columns={columns}
            entry={entries[index]}
            index={index}
            measure={virtual.measureElement}
            offset={start - virtual.options.scrollMargin}
            selection={selection}
          />
        ))}
      </tbody>
    </table>
  )
}
