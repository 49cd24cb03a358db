import { Alert, Group, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef } from 'react'
import { ClockField } from '#client/components/fields/clock-field.tsx'
import { DateField } from '#client/components/fields/date-field.tsx'
import { type AppFormState, useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { spaced } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatTime } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { daysBetween, shiftDate } from '#shared/base/calendar.ts'
import { EVENT_TYPE_LABELS, EVENT_TYPES } from '#shared/work/schedule.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'
import classes from '../schedule.module.css'
import { AttendeeField } from './attendee-field.tsx'
import { type EventFormValues, eventFormSchema, isInOrder, shiftedEnd, timesOf } from './event-form.ts'
import { attendeesOf, eventInput } from './event-input.ts'
import { eventValues, zoneOfTimes } from './event-values.ts'
import { RecurrenceFields } from './recurrence-fields.tsx'

const TYPE_OPTIONS = EVENT_TYPES.map((value) => ({ value, label: EVENT_TYPE_LABELS[value] }))
const STATUS_OPTIONS = [
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'pending', label: 'Pending' },
]
const SCOPE_OPTIONS = [
  { value: 'this', label: 'This event' },
  { value: 'following', label: 'This and following events' },
  { value: 'all', label: 'All events' },
]
const REMINDER_OPTIONS = [
  { value: '', label: 'No reminder' },
  { value: '5', label: '5 minutes before' },
  { value: '15', label: '15 minutes before' },
  { value: '60', label: '1 hour before' },
  { value: '1440', label: '1 day before' },
]
const TYPING_PAUSE_MS = 300

interface EventDialogProps {
  title: string
  /** Null creates one. */
  event: EventDto | null
  initialValues: EventFormValues
  onClose: () => void
}

export function EventDialog({ title, event, initialValues, onClose }: EventDialogProps) {
  const ownZone = useZone()
  const zone = zoneOfTimes(event, ownZone)
  const utils = trpc.useUtils()
  const create = trpc.schedule.create.useMutation()
  const update = trpc.schedule.update.useMutation()
  const form = useAppForm({
    schema: eventFormSchema(zone, event),
    initialValues,
    onSubmit: async (values) => {
      const input = eventInput(values, zone, event)
      if (event === null) {
        await create.mutateAsync(input)
      } else {
        const { id, occurrence_start } = event
        const { scope, version = event.version } = values
        await update.mutateAsync({ ...input, id, occurrence_start, scope, version })
      }
      toast({ title: event === null ? 'Event scheduled' : 'Event saved' })
      onClose()
    },
    fallback: 'Failed to save the event',
    latest:
      event === null
        ? undefined
        : async () => {
            const { id, occurrence_start } = event
            return eventValues(
              await utils.schedule.get.fetch({ id, occurrence_start }, { staleTime: 0 }),
              zone,
            )
          },
  })
  const { fields } = form
  const values = fields.getValues()
  const ofSeries = event?.recurrence == null || values.scope !== 'this'
  return (
    <FormDialog
      title={title}
      opened
      onClose={onClose}
      form={form}
      submitLabel={event === null ? 'Schedule' : 'Save event'}
      size="lg"
    >
      {event !== null && event.recurrence !== null && (
        <Select label="Change" data={SCOPE_OPTIONS} {...fields.getInputProps('scope')} />
      )}
      <TextInput label="Title" required data-autofocus {...fields.getInputProps('title')} />
      <WhenFields form={form} />
      {zone !== ownZone && (
        <Text size="sm" c="dimmed">
          Times are in {spaced(zone)}, the time zone of this series.
        </Text>
      )}
      <Group grow align="flex-start">
        <Select label="Type" data={TYPE_OPTIONS} {...fields.getInputProps('type')} />
        <Select label="Status" data={STATUS_OPTIONS} {...fields.getInputProps('status')} />
      </Group>
      <TextInput label="Location" placeholder="Room, address or link" {...fields.getInputProps('location')} />
      {ofSeries && (
        <>
          <AttendeeField event={event} {...fields.getInputProps('attendees')} />
          <RecurrenceFields fields={fields} />
          <Select label="Reminder" data={REMINDER_OPTIONS} {...fields.getInputProps('reminder')} />
        </>
      )}
      <Textarea label="Description" minRows={2} {...fields.getInputProps('description')} />
      <ConflictWarning values={values} event={event} zone={zone} />
    </FormDialog>
  )
}

function WhenFields({ form }: { form: AppFormState<EventFormValues> }) {
  const { fields } = form
  const values = fields.getValues()
  const [date, start] = [fields.getInputProps('date'), fields.getInputProps('start')]
  /** The start before the text that is being typed, which isn't a time yet. */
  const complete = useRef('')
  // The end moves with the start.
  const moveDate = (day: string | null) => {
    if (day !== null) {
      fields.setFieldValue('end_date', shiftDate(values.end_date, daysBetween(values.date, day)))
    }
    date.onChange(day)
  }
  const moveStart = (clock: string) => {
    if (values.start !== '') complete.current = values.start
    const from = complete.current
    if (from !== '' && clock !== '' && values.end !== '') {
      const { end_date, end } = shiftedEnd(values, from, clock)
      fields.setFieldValue('end_date', end_date)
      fields.setFieldValue('end', end)
    }
    start.onChange(clock)
  }
  return (
    <>
      <div className={classes.when}>
        <DateField label="Date" required clearable={false} {...date} onChange={moveDate} />
        <ClockField label="Start" required {...start} onChange={moveStart} />
      </div>
      <div className={classes.when}>
        <DateField label="End date" required clearable={false} {...fields.getInputProps('end_date')} />
        <ClockField label="End" required {...fields.getInputProps('end')} />
      </div>
    </>
  )
}

interface ConflictWarningProps {
  values: EventFormValues
  event: EventDto | null
  /** Of the form's times. */
  zone: string
}

/** Warns about conflicting events of the attendees but doesn't block saving. */
function ConflictWarning({ values, event, zone }: ConflictWarningProps) {
  const times = values.start === '' || values.end === '' ? null : timesOf(values, zone, event)
  const [query] = useDebouncedValue(
    times !== null && isInOrder(times)
      ? JSON.stringify({
          ...times,
          attendees: attendeesOf(values.attendees),
          exclude_event_id: event?.id ?? null,
        })
      : null,
    TYPING_PAUSE_MS,
  )
  const conflicts = trpc.schedule.conflicts.useQuery(JSON.parse(query ?? '{"starts_at":""}'), {
    enabled: query !== null,
    // Keep the warning during the check, so that the buttons below don't move.
    placeholderData: (earlier) => earlier,
  })
  if (query === null || conflicts.data === undefined || conflicts.data.length === 0) return null
  return (
    <Alert color="yellow" title="Scheduling conflict">
      {conflicts.data
        .slice(0, 3)
        .map(
          ({ title, starts_at, ends_at }) =>
            `${title}, ${formatTime(starts_at, zone)} – ${formatTime(ends_at, zone)}`,
        )
        .join('; ')}
    </Alert>
  )
}
