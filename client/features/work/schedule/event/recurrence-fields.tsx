import { Chip, Group, Input, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DateField } from '#client/components/fields/date-field.tsx'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { shorterMonthsNote } from '#client/lib/time/shorter-months.ts'
import { WEEKDAYS } from '#shared/work/schedule.ts'
import { WEEKDAY_LABELS } from '../schedule-format.ts'
import type { EventFormValues } from './event-form.ts'

const FREQUENCY_OPTIONS = [
  { value: 'none', label: 'Does not repeat' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
]
const END_OPTIONS = [
  { value: 'never', label: 'Never' },
  { value: 'until', label: 'On a date' },
  { value: 'count', label: 'After a number of events' },
]
const UNITS = { none: '', daily: 'days', weekly: 'weeks', monthly: 'months' }

export function RecurrenceFields({ fields }: { fields: UseFormReturnType<EventFormValues> }) {
  const { frequency, ends, date, month_day } = fields.getValues()
  return (
    <>
      <Group grow align="flex-start">
        <Select
          label="Repeat"
          data={FREQUENCY_OPTIONS}
          description={shorterMonthsNote({ date, frequency, monthDay: month_day })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...fields.getInputProps('frequency')}
        />
        {frequency !== 'none' && (
          <NumberField
            label="Every"
            min={1}
            max={99}
            suffix={UNITS[frequency]}
            {...fields.getInputProps('interval')}
          />
        )}
      </Group>
      {frequency === 'weekly' && (
        <Input.Wrapper label="On" labelElement="div" description="Defaults to the weekday of the start date">
          <Chip.Group multiple {...fields.getInputProps('weekdays')}>
            <Group gap={4} mt={4}>
              {WEEKDAYS.map((day) => (
                <Chip key={day} value={day} size="xs">
                  {WEEKDAY_LABELS[day]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )}
      {frequency !== 'none' && (
        <Group grow align="flex-start">
          <Select label="Ends" data={END_OPTIONS} {...fields.getInputProps('ends')} />
          {ends === 'until' && <DateField label="End date" {...fields.getInputProps('until')} />}
          {ends === 'count' && (
            <NumberField label="Number of events" min={1} max={730} {...fields.getInputProps('count')} />
          )}
        </Group>
      )}
    </>
  )
}
