import type { SelectProps } from '@mantine/core'
import { CountryField } from '#client/components/fields/country-field.tsx'
import { NumberField, type NumberFieldProps } from '#client/components/fields/number-field.tsx'
import { PercentField } from '#client/components/fields/percent-field.tsx'
import { toPercent } from '#shared/base/amounts/money.ts'

/** The rate of a supplier's tax. */
export const TaxRateField = (props: Omit<Parameters<typeof PercentField>[0], 'decimals'>) => (
  <PercentField label="Tax rate" {...props} decimals={3} />
)

interface OwedRateFieldProps extends Omit<NumberFieldProps, 'parts' | 'decimals'> {
  /** The usual rate of the agency's country in basis points; null if unknown. */
  usual: number | null
}

/** The rate at which the agency itself owes the tax; empty for the usual one. */
export const OwedRateField = ({ usual, ...props }: OwedRateFieldProps) => (
  <NumberField
    label="Rate of the tax you owe"
    {...(usual === null
      ? {
          description:
            'If you leave it empty, no tax is owed, because your country’s usual rate isn’t known.',
        }
      : {
          description: 'Leave it empty for your country’s usual rate.',
          placeholder: String(toPercent(usual)),
        })}
    suffix="%"
    decimals={3}
    parts={100}
    max={100}
    {...props}
  />
)

export const DeductibleShareField = (props: Parameters<typeof PercentField>[0]) => (
  <PercentField label="Deductible share" description="Non-deductible tax counts as a cost." {...props} />
)

interface SupplierCountryFieldProps extends Omit<SelectProps, 'data'> {
  treatment: string
  /** The agency's country; null if unknown. */
  home: string | null
}

export const SupplierCountryField = ({ treatment, home, ...props }: SupplierCountryFieldProps) => (
  <CountryField
    {...props}
    // Placed below, so that the field stays aligned with the one beside it.
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    {...(treatment === 'reverse_charge' &&
      home !== null &&
      props.value === home && {
        description:
          'Within your own country, reverse charge applies only to some services, such as construction.',
      })}
  />
)
