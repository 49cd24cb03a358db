import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatHours } from '#shared/base/format.ts'
import type { WeekGrid } from '#shared/time/work-log.ts'
import { HoursField } from './hours-field.tsx'
import type { useSaveHours } from './use-save-hours.ts'
import classes from './week.module.css'
import type { WeekRow } from './week-rows.ts'

export interface WeekHoursProps {
  grid: WeekGrid
  rows: WeekRow[]
  /** Null if the user can't change the week. */
  onSave: ReturnType<typeof useSaveHours> | null
}

interface DayHoursProps extends WeekHoursProps {
  row: WeekRow
  day: string
}

/** A project's hours on one day: a field, or a link to the entries if there are more than one or they are locked. */
export function DayHours({ grid, rows, row, day, onSave }: DayHoursProps) {
  const column = grid.days.indexOf(day)
  const seconds = row.seconds[column] ?? 0
  const cell = row.cells[column]
  const { project } = row
  if (onSave === null || !cell?.editable)
    return <HoursLink seconds={seconds} from={day} to={day} project={project.id} />
  return (
    <HoursField
      label={`${project.name}, ${formatDate(day)}`}
      seconds={seconds}
      row={rows.indexOf(row)}
      column={column}
      onSave={(hours) => onSave({ project, day, cell, seconds: hours })}
    />
  )
}

interface HoursLinkProps {
  seconds: number
  from: string
  to: string
  project?: string | null
}

/** Links to the entries; zeros have no link. */
export function HoursLink({ seconds, from, to, project }: HoursLinkProps) {
  if (seconds === 0) {
    return (
      <Text span c="dimmed">
        0h
      </Text>
    )
  }
  return (
    <Link to="/work-log" search={{ from, to, project: project ?? undefined }} className={classes.link}>
      {formatHours(seconds)}
    </Link>
  )
}
