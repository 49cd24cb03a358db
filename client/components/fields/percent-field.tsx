import { NumberInput, type NumberInputProps } from '@mantine/core'
import { toPercent } from '#shared/base/amounts/money.ts'

interface PercentFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  /** Basis points: 1% is 100. */
  value: number
  onChange: (value: number) => void
  /** Of the percentage: three for tax rates. */
  decimals?: 2 | 3
}

export const PercentField = ({ value, onChange, decimals = 2, ...props }: PercentFieldProps) => (
  <NumberInput
    suffix="%"
    min={0}
    max={100}
    decimalScale={decimals}
    value={toPercent(value)}
    onChange={(percent) =>
      onChange(Math.round((Number(percent) || 0) * 10 ** decimals) / 10 ** (decimals - 2))
    }
    {...props}
  />
)
