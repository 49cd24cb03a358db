import { toDecimal } from '#shared/base/amounts/money.ts'
import { amountReading, priceReading } from '#shared/base/amounts/typed-number.ts'
import { NumberField, type NumberFieldProps } from './number-field.tsx'

interface MoneyFieldProps
  extends Omit<NumberFieldProps, 'decimals' | 'parts' | 'empty' | 'write' | 'suffix'> {
  label: string
  currency: string
  /** For unit prices, which may have more decimals than the currency's minor unit. */
  finer?: boolean
  /** An empty field is null, so that 0 can be entered. */
  optional?: boolean
}

/** A money input such as "4,800" or "4800.50". The value is in minor units; an empty field is 0. */
export const MoneyField = ({ currency, finer = false, optional = false, ...props }: MoneyFieldProps) => (
  <NumberField
    {...props}
    {...(finer ? priceReading(currency) : amountReading(currency))}
    grouped
    empty={optional ? null : 0}
    write={(value) => (value === 0 && !optional ? '' : toDecimal(value, currency))}
    suffix={currency}
  />
)
