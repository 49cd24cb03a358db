import { NumberInput, type NumberInputProps } from '@mantine/core'

const HOURS_STEP = 0.5

interface HoursFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value?: number | null
  onChange?: (value: number | null) => void
}

/** Decimal hours in steps of half an hour. */
export function HoursField({ value, onChange, ...props }: HoursFieldProps) {
  return (
    <NumberInput
      label="Estimated hours"
      min={0}
      max={10_000}
      step={HOURS_STEP}
      startValue={HOURS_STEP}
      decimalScale={2}
      value={value ?? ''}
      onChange={(hours) => onChange?.(hours === '' ? null : Number(hours))}
      {...props}
    />
  )
}
