import { Text } from '@mantine/core'
import { DataList } from '#client/components/lists/data-list.tsx'
import { FilterBar, FilterSelect } from '#client/components/lists/filter-bar.tsx'
import { RowButton } from '#client/components/lists/row-button.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatHours } from '#shared/base/format.ts'
import { TIMESHEET_STATUS_LABELS, TIMESHEET_STATUSES, type TimesheetStatus } from '#shared/time/timesheets.ts'
import classes from '../work-log.module.css'
import { UnsubmittedWeeks } from './unsubmitted-weeks.tsx'

const STATUS_OPTIONS = TIMESHEET_STATUSES.map((value) => ({ value, label: TIMESHEET_STATUS_LABELS[value] }))

interface TimesheetsViewProps {
  status: TimesheetStatus | null
  onStatus: (status: TimesheetStatus | null) => void
}

/** Submitted weeks: the whole agency's for approvers, otherwise the user's own. */
export function TimesheetsView({ status, onStatus }: TimesheetsViewProps) {
  const reviews = useCan('timesheet.review')
  const acrossAgencies = useUser().agency_id === null
  const list = trpc.timesheets.list.useInfiniteQuery({ status, whose: reviews ? 'agency' : 'own' }, byCursor)
  return (
    <>
      {reviews && !acrossAgencies && <UnsubmittedWeeks />}
      <FilterBar>
        <FilterSelect
          label="Status"
          all="All Status"
          options={STATUS_OPTIONS}
          value={status}
          onChange={onStatus}
        />
      </FilterBar>
      <DataList
        query={list}
        label="Timesheets"
        layout="rows"
        itemHeight={56}
        itemKey={(sheet) => sheet.id}
        renderItem={(sheet) => (
          <RowButton opens={{ timesheet: sheet.id }}>
            <span className={classes.what}>
              <Text span fw={500} truncate display="block">
                {reviews ? sheet.user_name : `Week of ${formatDate(sheet.week_start)}`}
              </Text>
              <Text span size="sm" c="dimmed" truncate display="block">
                {reviews && `Week of ${formatDate(sheet.week_start)} · `}
                {acrossAgencies && `${sheet.agency_name} · `}
                {formatHours(sheet.billable_seconds)} billable
              </Text>
            </span>
            <StatusBadge status={sheet.status} label={TIMESHEET_STATUS_LABELS[sheet.status]} />
            <Text span fw={500} className={classes.amount}>
              {formatHours(sheet.total_seconds)}
            </Text>
          </RowButton>
        )}
        filtered={status !== null}
        noMatchTitle="No timesheets found"
        onClearFilters={() => onStatus(null)}
        empty={
          <EmptyState
            drawing="clock"
            title="No timesheets yet"
            message={
              reviews
                ? 'Weeks that contributors submit for approval appear here.'
                : 'Weeks you submit from the Week tab appear here.'
            }
          />
        }
      />
    </>
  )
}
