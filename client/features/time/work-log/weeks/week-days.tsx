import { Group, Text, Title } from '@mantine/core'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatCardDate, formatShortWeekday } from '#shared/base/format.ts'
import classes from './week.module.css'
import { DayHours, HoursLink, type WeekHoursProps } from './week-cell.tsx'

/** The week stacked by day, because seven columns don't fit on a phone. */
export function WeekDays(props: WeekHoursProps) {
  const { grid, rows, onSave } = props
  return (
    <div className={classes.week} data-week>
      {grid.days.map((day, index) => (
        <section key={day} aria-label={formatDate(day)}>
          <Group justify="space-between" className={classes.day}>
            <Title order={3}>{`${formatShortWeekday(day)}, ${formatCardDate(day)}`}</Title>
            <Text size="sm" fw={500}>
              <HoursLink seconds={grid.totals[index] ?? 0} from={day} to={day} />
            </Text>
          </Group>
          {rows
            .filter((row) => (row.seconds[index] ?? 0) > 0 || (onSave !== null && row.cells[index]?.editable))
            .map((row) => (
              <div key={row.project.id} className={classes.line}>
                <Text truncate>{row.project.name}</Text>
                <DayHours {...props} row={row} day={day} />
              </div>
            ))}
        </section>
      ))}
    </div>
  )
}
