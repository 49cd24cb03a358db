import { ActionIcon, Button, Group, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { usePhone } from '#client/lib/breakpoints.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser, useWeekStart, useZone } from '#client/lib/session/session.ts'
import { formatDate, today } from '#client/lib/time/dates.ts'
import { shiftDate, weekStartOf } from '#shared/base/calendar.ts'
import type { WeekGrid } from '#shared/time/work-log.ts'
import { useSaveHours } from './use-save-hours.ts'
import { WeekActions } from './week-actions.tsx'
import { WeekDays } from './week-days.tsx'
import { NO_PROJECT, type RowProject, rowsOf } from './week-rows.ts'
import { WeekSheet } from './week-sheet.tsx'
import { WeekTable } from './week-table.tsx'

interface WeekViewProps {
  /** Any day of the week shown; null means the current week. */
  date: string | null
  onDate: (date: string | null) => void
}

export function WeekView({ date, onDate }: WeekViewProps) {
  const input = { date, timezone: useZone() }
  const week = trpc.workLog.week.useQuery(input)
  const computed = weekStartOf(date ?? today(input.timezone), useWeekStart())
  const start = week.data?.week_start ?? computed
  return (
    <>
      <Group gap="xs">
        <ActionIcon variant="default" aria-label="Previous week" onClick={() => onDate(shiftDate(start, -7))}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={() => onDate(null)}>
          This week
        </Button>
        <ActionIcon variant="default" aria-label="Next week" onClick={() => onDate(shiftDate(start, 7))}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <Title order={2}>
          {formatDate(start)} – {formatDate(shiftDate(start, 6))}
        </Title>
      </Group>
      {week.data === undefined ? (
        <QueryState query={week} loading={<Skeletons layout="rows" height={44} />} />
      ) : (
        <>
          <WeekSheet shown={start} />
          <Hours key={start} grid={week.data} input={input} />
        </>
      )}
    </>
  )
}

interface HoursProps {
  grid: WeekGrid
  input: { date: string | null; timezone: string }
}

function Hours({ grid, input }: HoursProps) {
  const phone = usePhone()
  const { role, viewing_as } = useUser()
  const writes = useCan('work-log.own') && !viewing_as
  const [added, setAdded] = useState<RowProject[]>(role === 'client' ? [NO_PROJECT] : [])
  const saveHours = useSaveHours(grid, input)
  // The previous week's projects are probably this week's.
  const before = trpc.workLog.week.useQuery(
    { date: shiftDate(grid.week_start, -7), timezone: input.timezone },
    { enabled: writes },
  )
  const usual = (writes ? (before.data?.rows ?? []) : []).filter((row) => !row.archived)
  const rows = rowsOf(grid, [...usual.map((row) => row.project ?? NO_PROJECT), ...added])
  const keepRow = (project: RowProject) =>
    setAdded((projects) => [...projects.filter(({ id }) => id !== project.id), project])
  const onSave = writes
    ? (change: Parameters<typeof saveHours>[0]) => {
        keepRow(change.project)
        return saveHours(change)
      }
    : null
  const View = phone ? WeekDays : WeekTable
  return (
    <>
      <View grid={grid} rows={rows} onSave={onSave} />
      {writes && grid.open_days.includes(true) && (
        <WeekActions
          grid={grid}
          canCopy={before.data !== undefined && before.data.rows.length > 0}
          onAdd={keepRow}
        />
      )}
    </>
  )
}
