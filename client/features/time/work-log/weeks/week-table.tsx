import { Table } from '@mantine/core'
import { sum } from '#shared/base/amounts/money.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import { formatShortWeekday } from '#shared/base/format.ts'
import classes from './week.module.css'
import { DayHours, HoursLink, type WeekHoursProps } from './week-cell.tsx'

/** Projects down, days across; the arrow keys and Enter move between the days' fields. */
export function WeekTable(props: WeekHoursProps) {
  const { grid, rows } = props
  const lastDay = shiftDate(grid.week_start, 6)
  return (
    <div className={classes.week} data-week>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Project</Table.Th>
            {grid.days.map((day) => (
              <Table.Th key={day}>{`${formatShortWeekday(day)} ${Number(day.slice(8))}`}</Table.Th>
            ))}
            <Table.Th>Total</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.project.id}>
              <Table.Th scope="row" fw={400}>
                {row.project.name}
              </Table.Th>
              {grid.days.map((day) => (
                <Table.Td key={day}>
                  <DayHours {...props} row={row} day={day} />
                </Table.Td>
              ))}
              <Table.Td>
                <HoursLink seconds={row.total} from={grid.week_start} to={lastDay} project={row.project.id} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">Total</Table.Th>
            {grid.days.map((day, index) => (
              <Table.Th key={day}>
                <HoursLink seconds={grid.totals[index] ?? 0} from={day} to={day} />
              </Table.Th>
            ))}
            <Table.Th>
              <HoursLink seconds={sum(grid.totals)} from={grid.week_start} to={lastDay} />
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  )
}
