import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import { useWeekStart } from '#client/lib/session.ts'
import { PICKER_DATE_FORMAT, WEEK_STARTS_AT } from '#shared/dates.ts'

interface DateFieldProps extends Omit<DatePickerInputProps<'default'>, 'value' | 'onChange' | 'type'> {
  label: string
  /** YYYY-MM-DD, or null (an empty text counts as null). */
  value?: string | null
  onChange?: (value: string | null) => void
}

/** A calendar date, shown as "March 5, 2026". */
export function DateField({ value, onChange, ...props }: DateFieldProps) {
  return (
    <DatePickerInput
      valueFormat={PICKER_DATE_FORMAT}
      firstDayOfWeek={WEEK_STARTS_AT[useWeekStart()]}
      placeholder="Select a date"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear date' }}
      leftSection={<IconCalendar size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      value={value || null}
      onChange={(date) => onChange?.(date)}
      {...props}
    />
  )
}
