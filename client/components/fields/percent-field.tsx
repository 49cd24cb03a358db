import { NumberInput, type NumberInputProps } from '@mantine/core'

interface PercentFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  /** Basis points: 1% is 100. */
  value: number
  onChange: (value: number) => void
}

export const PercentField = ({ value, onChange, ...props }: PercentFieldProps) => (
  <NumberInput
    suffix="%"
    min={0}
    max={100}
    decimalScale={2}
    value={value / 100}
    onChange={(percent) => onChange(Math.round((Number(percent) || 0) * 100))}
    {...props}
  />
)
