import { Button, Group, Stack, Text } from '@mantine/core'
import { DecisionForm } from '#client/components/forms/decision-form.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { CardFact } from '#client/components/records/record-card.tsx'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSeen } from '#client/lib/queries/use-seen.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import { formatHours } from '#shared/base/format.ts'
import { links } from '#shared/base/links.ts'
import { TIMESHEET_STATUS_LABELS, type TimesheetDto } from '#shared/time/timesheets.ts'
import { MAX_NOTE } from '#shared/time/work-log.ts'
import { EntryList } from '../entries/entry-list.tsx'
import { useReviewWeek, useUndoApproval } from './use-review-week.ts'
import { WithdrawButton } from './week-sheet.tsx'

export function TimesheetDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const sheet = trpc.timesheets.get.useQuery({ id: id ?? '' }, { enabled: id !== null })
  return (
    <RecordDrawer
      query={sheet}
      title={sheet.data === undefined ? 'Timesheet' : `Week of ${formatDate(sheet.data.week_start)}`}
      opened={id !== null}
      onClose={onClose}
    >
      {(found) => <Sheet key={found.version} sheet={found} onClose={onClose} />}
    </RecordDrawer>
  )
}

function Sheet({ sheet, onClose }: { sheet: TimesheetDto; onClose: () => void }) {
  useSeen(links.timesheet(sheet.id))
  const user = useUser()
  const isOwn = sheet.user_id === user.user_id
  const reviews = useCan('timesheet.review') && user.agency_id !== null
  const entries = trpc.workLog.list.useInfiniteQuery(
    {
      whose: isOwn ? 'own' : 'agency',
      user_id: sheet.user_id,
      from: sheet.week_start,
      to: shiftDate(sheet.week_start, 6),
      timezone: sheet.timezone,
    },
    byCursor,
  )
  return (
    <Stack gap="md">
      <div>
        <CardFact label="Status">
          <StatusBadge status={sheet.status} label={TIMESHEET_STATUS_LABELS[sheet.status]} />
        </CardFact>
        <CardFact label="Contributor">{sheet.user_name}</CardFact>
        {user.agency_id === null && <CardFact label="Agency">{sheet.agency_name}</CardFact>}
        <CardFact label="Hours">{formatHours(sheet.total_seconds)}</CardFact>
        <CardFact label="Billable">{formatHours(sheet.billable_seconds)}</CardFact>
        <CardFact label="Submitted">
          <RelativeTime instant={sheet.submitted_at} />
        </CardFact>
        {sheet.reviewed_at !== null && (
          <CardFact label={TIMESHEET_STATUS_LABELS[sheet.status]}>
            {sheet.reviewer_name}, <RelativeTime instant={sheet.reviewed_at} />
          </CardFact>
        )}
      </div>
      <Note label="Note" text={sheet.submit_note} />
      <Note label="Response" text={sheet.review_note} />
      {sheet.status === 'submitted' && reviews && <Decision sheet={sheet} onDone={onClose} />}
      {sheet.status === 'approved' && reviews && <UndoButton sheet={sheet} />}
      {sheet.status === 'submitted' && isOwn && (
        <Group justify="flex-end">
          <WithdrawButton sheet={sheet} onDone={onClose} />
        </Group>
      )}
      <EntryList
        query={entries}
        label="Entries of the week"
        empty={<EmptyState drawing="clock" title="No entries" />}
        filtered={false}
        onClearFilters={onClose}
      />
    </Stack>
  )
}

function Note({ label, text }: { label: string; text: string | null }) {
  if (text === null) return null
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text>{text}</Text>
    </div>
  )
}

/** For a week that must be corrected, as long as none of it is billed or paid out. */
function UndoButton({ sheet }: { sheet: TimesheetDto }) {
  const undo = useUndoApproval()
  return (
    <Group justify="flex-end">
      <Button
        variant="default"
        loading={undo.isPending}
        onClick={() => undo.mutate({ id: sheet.id, version: sheet.version })}
      >
        Undo approval
      </Button>
    </Group>
  )
}

function Decision({ sheet, onDone }: { sheet: TimesheetDto; onDone: () => void }) {
  const review = useReviewWeek({ onDone })
  const decide = (decision: 'approved' | 'rejected') => (note: string) =>
    review.mutateAsync({ id: sheet.id, version: sheet.version, decision, note })
  return (
    <DecisionForm
      key={sheet.id}
      place={`timesheet:${sheet.id}`}
      label="Response"
      description="The contributor can read this. If you reject the week, say what to correct."
      limit={MAX_NOTE}
      pending={review.isPending}
      no={{ label: 'Reject', onClick: decide('rejected') }}
      yes={{ label: 'Approve', onClick: decide('approved') }}
    />
  )
}
