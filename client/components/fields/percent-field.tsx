import { NumberField, type NumberFieldProps } from './number-field.tsx'

interface PercentFieldProps extends Omit<NumberFieldProps, 'value' | 'onChange' | 'decimals' | 'parts'> {
  /** Basis points: 1% is 100. */
  value?: number
  onChange?: (value: number) => void
  /** The decimals of the percentage: three for tax rates. */
  decimals?: 2 | 3
}

export const PercentField = ({ onChange, decimals = 2, ...props }: PercentFieldProps) => (
  <NumberField
    suffix="%"
    max={100}
    {...props}
    decimals={decimals}
    parts={100}
    empty={0}
    onChange={(value) => onChange?.(value ?? 0)}
  />
)
