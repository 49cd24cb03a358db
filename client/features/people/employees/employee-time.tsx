import { Group, Text } from '@mantine/core'
import { DataList } from '#client/components/lists/data-list.tsx'
import { RowBody } from '#client/components/records/detail-parts.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatHours } from '#shared/base/format.ts'
import type { EmployeeDto } from '#shared/people/employees.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'

/** The time entries behind the total, newest first. */
export function EmployeeTime({ employee }: { employee: EmployeeDto }) {
  const { user_id } = employee
  const list = trpc.workLog.list.useInfiniteQuery(
    { whose: 'agency', user_id: user_id ?? '' },
    { ...byCursor, enabled: user_id !== null },
  )
  const empty = (
    <EmptyState drawing="clock" title="No hours yet" message={`Hours ${employee.name} logs appear here.`} />
  )
  if (user_id === null) return empty
  return (
    <DataList
      query={list}
      label="Hours"
      layout="rows"
      itemKey={(entry) => entry.id}
      itemHeight={64}
      renderItem={(entry) => <TimeRow entry={entry} />}
      filtered={false}
      noMatchTitle="No hours found"
      onClearFilters={() => {}}
      empty={empty}
    />
  )
}

const TimeRow = ({ entry }: { entry: TimeEntryDto }) => (
  <RowBody>
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Text size="sm">{entry.project?.name ?? 'No project'}</Text>
      <Text size="sm">{formatHours(entry.duration_seconds)}</Text>
    </Group>
    <Text size="sm" c="dimmed">
      {[formatDate(entry.date), entry.task?.title, entry.note, entry.billable ? 'billable' : null]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  </RowBody>
)
