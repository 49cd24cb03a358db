import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataList, type ListQuery } from '#client/components/lists/data-list.tsx'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatHours } from '#shared/base/format.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'
import classes from '../work-log.module.css'
import { type EntryActions, EntryRow } from './entry-row.tsx'

interface EntryListProps {
  query: ListQuery<TimeEntryDto>
  label: string
  showPerson?: boolean
  /** All entries belong to one project, so its name is omitted. */
  inProject?: boolean
  actions?: EntryActions
  empty: ReactNode
  filtered: boolean
  onClearFilters: () => void
}

interface Day {
  date: string
  entries: TimeEntryDto[]
}

/** Time entries grouped by day, newest first. */
export function EntryList({
  query,
  showPerson = false,
  inProject = false,
  actions,
  ...list
}: EntryListProps) {
  return (
    <DataList
      {...list}
      query={{ ...query, data: query.data && { pages: [byDay(query.data.pages.flatMap((p) => p.items))] } }}
      itemKey={(day) => day.date}
      itemHeight={96}
      layout="rows"
      noMatchTitle="No entries found"
      renderItem={(day) => (
        <section aria-label={formatDate(day.date)}>
          <Group justify="space-between" className={classes.day}>
            <Title order={3}>{formatDate(day.date)}</Title>
            <Text size="sm" fw={500}>
              {formatHours(day.entries.reduce((sum, entry) => sum + entry.duration_seconds, 0))}
            </Text>
          </Group>
          {day.entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              showPerson={showPerson}
              inProject={inProject}
              actions={actions}
            />
          ))}
        </section>
      )}
    />
  )
}

function byDay(entries: TimeEntryDto[]): { items: Day[]; nextCursor: null } {
  const days = new Map<string, TimeEntryDto[]>()
  for (const entry of entries) days.set(entry.date, [...(days.get(entry.date) ?? []), entry])
  return { items: [...days].map(([date, list]) => ({ date, entries: list })), nextCursor: null }
}
