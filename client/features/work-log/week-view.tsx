import { ActionIcon, Button, Group, Table, Text, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import dayjs from 'dayjs'
import { Skeletons } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { usePhone } from '#client/lib/breakpoints.ts'
import { formatDate } from '#client/lib/dates.ts'
import { useZone } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { shiftDate } from '#shared/calendar.ts'
import { formatHours, type WeekGrid, type WeekGridRow } from '#shared/work-log.ts'
import { WeekSheet } from './week-sheet.tsx'
import classes from './work-log.module.css'

interface WeekViewProps {
  /** Any day of the week shown; null means the current week. */
  date: string | null
  onDate: (date: string | null) => void
}

export function WeekView({ date, onDate }: WeekViewProps) {
  const phone = usePhone()
  const week = trpc.workLog.week.useQuery({ date, timezone: useZone() })
  if (week.data === undefined)
    return <Unanswered query={week} loading={<Skeletons layout="rows" height={44} />} />
  const grid = week.data
  return (
    <>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          aria-label="Previous week"
          onClick={() => onDate(shiftDate(grid.week_start, -7))}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={() => onDate(null)}>
          This week
        </Button>
        <ActionIcon
          variant="default"
          aria-label="Next week"
          onClick={() => onDate(shiftDate(grid.week_start, 7))}
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <Title order={2}>
          {formatDate(grid.week_start)} – {formatDate(shiftDate(grid.week_start, 6))}
        </Title>
      </Group>
      <WeekSheet shown={grid.week_start} />
      {phone ? <WeekDays grid={grid} /> : <WeekTable grid={grid} />}
    </>
  )
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
const nameOf = (row: WeekGridRow): string => row.project?.name ?? 'No project'

function WeekTable({ grid }: { grid: WeekGrid }) {
  return (
    <div className={classes.week}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Project</Table.Th>
            {grid.days.map((day) => (
              <Table.Th key={day}>{dayjs(day).format('ddd D')}</Table.Th>
            ))}
            <Table.Th>Total</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {grid.rows.map((row) => (
            <Table.Tr key={row.project?.id ?? 'none'}>
              <Table.Th scope="row" fw={400}>
                {nameOf(row)}
              </Table.Th>
              {grid.days.map((day, index) => (
                <Table.Td key={day}>
                  <Hours seconds={row.seconds[index] ?? 0} from={day} to={day} project={row.project?.id} />
                </Table.Td>
              ))}
              <Table.Td>
                <Hours
                  seconds={row.total_seconds}
                  from={grid.week_start}
                  to={shiftDate(grid.week_start, 6)}
                  project={row.project?.id}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">Total</Table.Th>
            {grid.days.map((day, index) => (
              <Table.Th key={day}>
                <Hours seconds={grid.totals[index] ?? 0} from={day} to={day} />
              </Table.Th>
            ))}
            <Table.Th>
              <Hours seconds={sum(grid.totals)} from={grid.week_start} to={shiftDate(grid.week_start, 6)} />
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  )
}

/** The same figures stacked, because seven columns don't fit on a phone. */
function WeekDays({ grid }: { grid: WeekGrid }) {
  return (
    <div className={classes.week}>
      {grid.days.map((day, index) => (
        <section key={day} aria-label={formatDate(day)}>
          <Group justify="space-between" className={classes.day}>
            <Title order={3}>{dayjs(day).format('ddd, MMM D')}</Title>
            <Text size="sm" fw={500}>
              <Hours seconds={grid.totals[index] ?? 0} from={day} to={day} />
            </Text>
          </Group>
          {grid.rows
            .filter((row) => (row.seconds[index] ?? 0) > 0)
            .map((row) => (
              <div key={row.project?.id ?? 'none'} className={classes.entry}>
                <Text className={classes.what} truncate>
                  {nameOf(row)}
                </Text>
                <Text className={classes.amount} pr="xs">
                  <Hours seconds={row.seconds[index] ?? 0} from={day} to={day} project={row.project?.id} />
                </Text>
              </div>
            ))}
        </section>
      ))}
    </div>
  )
}

interface HoursProps {
  seconds: number
  from: string
  to: string
  project?: string
}

/** Links to its entries; zeros have no link. */
function Hours({ seconds, from, to, project }: HoursProps) {
  if (seconds === 0) {
    return (
      <Text span c="dimmed">
        0h
      </Text>
    )
  }
  return (
    <Link to="/work-log" search={{ from, to, project }} className={classes.cell}>
      {formatHours(seconds)}
    </Link>
  )
}
