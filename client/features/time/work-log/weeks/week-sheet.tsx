import { Button, Group, Text, Textarea } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser, useWeekStart } from '#client/lib/session/session.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { shiftDate, weekStartOf } from '#shared/base/calendar.ts'
import { formatHours } from '#shared/base/format.ts'
import { optionalText } from '#shared/base/schemas/text.ts'
import { TIMESHEET_STATUS_LABELS, type TimesheetDto } from '#shared/time/timesheets.ts'
import { useTracksTime } from '../../../../lib/timer/timer.ts'
import classes from '../work-log.module.css'
import { workLogSearch } from '../work-log-search.ts'

/**
 * The status of the user's week and its actions. Timesheets use the agency's weeks, from Monday in its time
 * zone, which may differ from the week `shown`.
 */
export function WeekSheet({ shown }: { shown: string }) {
  const { timezone, books_timezone } = useUser()
  const weekStart = weekStartOf(shiftDate(shown, useWeekStart() === 'sunday' ? 1 : 0), 'monday')
  const differs = shown !== weekStart || timezone !== books_timezone
  const submits = useCan('timesheet.submit')
  const mayUse = useTracksTime() && submits
  const [{ dialog }, setSearch] = useSearchState(workLogSearch)
  const { data } = trpc.timesheets.list.useQuery({ week_start: weekStart, limit: 1 }, { enabled: mayUse })
  const week = trpc.workLog.week.useQuery(
    { date: weekStart, timezone: books_timezone, week_start: 'monday' },
    { enabled: mayUse },
  )
  const sheet = data?.items[0] ?? null
  const open = sheet === null || sheet.status === 'rejected'
  // A timesheet takes entries by their start, while the week's table divides them at midnight.
  const seconds = (open ? week.data?.submittable_seconds : sheet.total_seconds) ?? 0
  const hasLoaded = data !== undefined && week.data !== undefined && !week.isFetching
  const inVain = dialog === 'submit' && hasLoaded && !(open && seconds > 0)
  const giveUp = useEffectEvent(() => setSearch({ dialog: null }))
  // Otherwise it would open by itself as soon as there is something to submit.
  useEffect(() => {
    if (inVain) giveUp()
  }, [inVain])
  if (!mayUse || data === undefined || week.data === undefined) return null
  return (
    <section className={classes.sheet} aria-label="Timesheet">
      <div>
        <Group gap="xs">
          <Text fw={500}>Timesheet</Text>
          {sheet === null ? (
            <StatusBadge status="draft" label="Not submitted" />
          ) : (
            <StatusBadge status={sheet.status} label={TIMESHEET_STATUS_LABELS[sheet.status]} />
          )}
        </Group>
        {differs && (
          <Text size="sm" c="dimmed">
            {formatHours(seconds)} from {formatDate(weekStart)} to {formatDate(shiftDate(weekStart, 6))} in
            the agency’s time ({books_timezone})
          </Text>
        )}
        {sheet !== null && <SheetHistory sheet={sheet} />}
      </div>
      <Group gap="xs">
        {sheet?.status === 'submitted' && <WithdrawButton sheet={sheet} />}
        {open && (
          <Button disabled={seconds === 0} onClick={() => setSearch({ dialog: 'submit' }, 'push')}>
            Submit week
          </Button>
        )}
      </Group>
      {dialog === 'submit' && open && seconds > 0 && (
        <SubmitDialog weekStart={weekStart} seconds={seconds} onClose={() => setSearch({ dialog: null })} />
      )}
    </section>
  )
}

function SheetHistory({ sheet }: { sheet: TimesheetDto }) {
  return (
    <Text size="sm" c="dimmed">
      {sheet.reviewed_at === null ? (
        <>
          Submitted <RelativeTime instant={sheet.submitted_at} />
        </>
      ) : (
        <>
          {TIMESHEET_STATUS_LABELS[sheet.status]} by {sheet.reviewer_name}{' '}
          <RelativeTime instant={sheet.reviewed_at} />
        </>
      )}
      {sheet.review_note !== null && `: ${sheet.review_note}`}
    </Text>
  )
}

/** Withdraws a submitted week so that it can be edited. */
export function WithdrawButton({ sheet, onDone }: { sheet: TimesheetDto; onDone?: () => void }) {
  const withdraw = trpc.timesheets.withdraw.useMutation({
    onSuccess: () => {
      toast({ title: 'Week withdrawn', message: 'You can edit its entries again.' })
      onDone?.()
    },
    onError: errorToast('Failed to withdraw the week'),
  })
  return (
    <Button
      variant="default"
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate({ id: sheet.id, version: sheet.version })}
    >
      Withdraw
    </Button>
  )
}

interface SubmitDialogProps {
  weekStart: string
  seconds: number
  onClose: () => void
}

const noteInput = z.strictObject({ note: optionalText(500) })

function SubmitDialog({ weekStart, seconds, onClose }: SubmitDialogProps) {
  const submit = trpc.timesheets.submit.useMutation()
  const form = useAppForm({
    schema: noteInput,
    initialValues: { note: '' },
    onSubmit: async ({ note }) => {
      await submit.mutateAsync({ date: weekStart, note })
      toast({ title: 'Week submitted', message: 'Its entries are locked until it is approved or rejected.' })
      onClose()
    },
    fallback: 'Failed to submit the week',
  })
  return (
    <FormDialog title="Submit week" opened onClose={onClose} form={form} submitLabel="Submit week">
      <Text>
        {formatHours(seconds)} in the week of {formatDate(weekStart)} will be sent to the agency owner for
        approval.
      </Text>
      <Textarea label="Note" minRows={2} {...form.fields.getInputProps('note')} />
    </FormDialog>
  )
}
