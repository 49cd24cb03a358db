import { Checkbox } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { RowTitle } from '../lists/row-title.tsx'
import classes from './data-table.module.css'
import type { Entry } from './groups.ts'
import type { TableProps } from './table-props.ts'

/** The header is row 1. */
const FIRST_ROW = 2

interface TableRowProps<Item extends { id: string }, Sort extends string> extends TableProps<Item, Sort> {
  entry: Entry<Item> | undefined
  index: number
  measure: (row: HTMLElement | null) => void
  /** Offset in px from the top of the list. */
  offset: number
}

export function TableRow<Item extends { id: string }, Sort extends string>(props: TableRowProps<Item, Sort>) {
  const { entry, index, title, columns, selection = null, opens, onPeek } = props
  if (entry === undefined) return null
  const { item, heading } = entry
  const place = {
    ref: props.measure,
    'aria-rowindex': index + FIRST_ROW,
    'data-index': index,
    style: { transform: `translateY(${props.offset}px)` },
  }
  if (item === undefined) {
    return (
      <tr {...place} className={classes.group}>
        <th scope="rowgroup" colSpan={columns.length + 1}>
          {heading}
        </th>
      </tr>
    )
  }
  const name = title.of(item)
  const selected = selection?.has(item.id) ?? false
  const peek = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== ' ' || !(event.target instanceof HTMLElement)) return
    if (onPeek === undefined || event.target.dataset.open === undefined) return
    event.preventDefault()
    onPeek(item)
  }
  return (
    <tr {...place} aria-selected={selection === null ? undefined : selected} className={classes.row}>
      {selection !== null && (
        <td className={classes.tick}>
          <Checkbox
            aria-label={`Select ${name}`}
            checked={selected}
            disabled={selection.full && !selected}
            onChange={(event) => selection.toggle(entry.row, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </td>
      )}
      <td className={classes.title} onKeyDownCapture={peek}>
        {props.lead?.(item)}
        <RowTitle opens={opens(item)}>{name}</RowTitle>
        {props.marks?.(item)}
      </td>
      {columns.map((column) => (
        <td
          key={column.label}
          className={classes.cell}
          data-column={column.label}
          data-figures={column.figures || undefined}
        >
          {column.render(item)}
        </td>
      ))}
      {props.actions !== undefined && <td className={classes.actions}>{props.actions(item)}</td>}
    </tr>
  )
}
