import { Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import { ClockField } from '#client/components/fields/clock-field.tsx'
import { DateField } from '#client/components/fields/date-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatDuration } from '#shared/base/format.ts'
import { entrySaveInput } from '#shared/time/schemas/work-log.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'
import { type WorkValues, workOf } from '../../../../lib/timer/work-of.ts'
import { clockOf, dayOf, type EntryTime, endsNextDay, moveTo, timeOf } from './entry-times.ts'
import { WorkFields } from './work-fields.tsx'

interface EntryValues extends WorkValues {
  id: string | undefined
  version: number | undefined
  timezone: string
  time: EntryTime
}

interface EntryDialogProps {
  /** Null adds a new entry. */
  entry: TimeEntryDto | null
  /** The date of a new entry; defaults to today. */
  date?: string | null
  onClose: () => void
}

export function EntryDialog({ entry, date, onClose }: EntryDialogProps) {
  const zone = useZone()
  const save = trpc.workLog.save.useMutation()
  const utils = trpc.useUtils()
  const readAgain = (id: string) => utils.workLog.get.fetch({ id }, { staleTime: 0 })
  const valuesOf = (current: TimeEntryDto | null): EntryValues => ({
    ...workOf(current),
    id: current?.id,
    version: current?.version,
    timezone: zone,
    time: timeOf(current, date ?? today(zone), zone),
  })
  const [initialTime] = useState(() => valuesOf(entry).time)
  // Unchanged times keep their seconds.
  const changedTime = (time: z.output<typeof entrySaveInput>['time']): EntryTime => {
    if (entry !== null && JSON.stringify(form.fields.getValues().time) === JSON.stringify(initialTime)) {
      return { kind: 'keep' }
    }
    return time.kind === 'duration' ? { ...time, duration: formatDuration(time.duration) } : time
  }
  const form = useAppForm({
    schema: entrySaveInput,
    initialValues: valuesOf(entry),
    onSubmit: async (values) => {
      await save.mutateAsync({ ...values, time: changedTime(values.time) })
      toast({ title: entry === null ? 'Entry added' : 'Entry saved' })
      onClose()
    },
    fallback: 'Failed to save the entry',
    latest: entry === null ? undefined : async () => valuesOf(await readAgain(entry.id)),
  })
  return (
    <FormDialog
      title={entry === null ? 'New Entry' : 'Edit Entry'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={entry === null ? 'Add Entry' : 'Save entry'}
    >
      {entry?.ended_at === null ? (
        <Text c="dimmed" size="sm">
          The timer is running. Stop it to change the times.
        </Text>
      ) : (
        <TimeFields fields={form.fields} recorded={initialTime} startedAt={entry?.started_at} />
      )}
      <WorkFields fields={form.fields} entry={entry} />
    </FormDialog>
  )
}

interface TimeFieldsProps {
  fields: UseFormReturnType<EntryValues>
  recorded: EntryTime
  startedAt: string | undefined
}

function TimeFields({ fields, recorded, startedAt }: TimeFieldsProps) {
  const zone = useZone()
  const { time } = fields.getValues()
  const [wasLonger] = useState(hasEndDate(recorded))
  if (time.kind === 'keep') return null
  const date = time.kind === 'duration' ? time.date : dayOf(time.start)
  const setTime = (next: EntryTime) => {
    fields.setFieldValue('time', next)
    fields.clearErrors()
  }
  return (
    <>
      <SegmentedControl
        aria-label="Time entry method"
        data={[
          { value: 'duration', label: 'Duration' },
          { value: 'interval', label: 'Start and end' },
        ]}
        value={time.kind}
        onChange={(kind) =>
          setTime(
            kind === 'duration'
              ? { kind: 'duration', date, duration: '' }
              : { kind: 'interval', start: `${date}T`, end: `${date}T` },
          )
        }
      />
      <DateField
        label="Date"
        required
        clearable={false}
        value={date}
        error={fields.errors['time.date']}
        onChange={(day) => setTime(moveTo(time, day ?? date))}
      />
      {time.kind === 'duration' ? (
        <TextInput
          label="Duration"
          required
          placeholder="1h 30m"
          description='For example "1h 30m", "1.5" or "90m"'
          data-autofocus
          value={time.duration}
          error={fields.errors['time.duration']}
          onChange={(event) => setTime({ ...time, duration: event.currentTarget.value })}
        />
      ) : (
        <>
          <Group grow align="flex-start">
            <ClockField
              label="Start"
              required
              value={clockOf(time.start)}
              error={fields.errors['time.start']}
              onChange={(clock) => setTime({ ...time, start: `${date}T${clock}` })}
            />
            <ClockField
              label="End"
              required
              description={endsNextDay(time, zone, startedAt) ? 'Ends the next day' : undefined}
              value={clockOf(time.end)}
              error={fields.errors['time.end']}
              onChange={(clock) => setTime({ ...time, end: `${dayOf(time.end)}T${clock}` })}
            />
          </Group>
          {(wasLonger || hasEndDate(time)) && (
            <DateField
              label="End date"
              required
              clearable={false}
              value={dayOf(time.end)}
              onChange={(day) => setTime({ ...time, end: `${day ?? dayOf(time.end)}T${clockOf(time.end)}` })}
            />
          )}
        </>
      )}
    </>
  )
}

/** Whether the end is at least a day later, and so needs a date of its own. */
const hasEndDate = (time: EntryTime): boolean =>
  time.kind === 'interval' && dayOf(time.start) !== dayOf(time.end)
