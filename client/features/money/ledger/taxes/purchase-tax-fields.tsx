import type { SelectProps } from '@mantine/core'
import { CountryField } from '#client/components/fields/country-field.tsx'
import { NumberField, type NumberFieldProps } from '#client/components/fields/number-field.tsx'
import { PercentField } from '#client/components/fields/percent-field.tsx'

/** The rate of a supplier's tax. */
export const TaxRateField = (props: Omit<Parameters<typeof PercentField>[0], 'decimals'>) => (
  <PercentField label="Tax rate" {...props} decimals={3} />
)

/** The rate at which the agency owes the tax itself; empty for the usual one. */
export const OwedRateField = (props: Omit<NumberFieldProps, 'parts' | 'decimals'>) => (
  <NumberField
    label="Rate of the tax you owe"
    description="Leave it empty for your country’s usual rate."
    suffix="%"
    decimals={3}
    parts={100}
    max={100}
    {...props}
  />
)

export const DeductibleShareField = (props: Parameters<typeof PercentField>[0]) => (
  <PercentField
    label="Deductible share"
    description="What can’t be deducted of the tax is a cost."
    {...props}
  />
)

interface SupplierCountryFieldProps extends Omit<SelectProps, 'data'> {
  treatment: string
}

export const SupplierCountryField = ({ treatment, ...props }: SupplierCountryFieldProps) => (
  <CountryField
    {...props}
    // Below, so that it stays level with the field beside it.
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    {...(treatment === 'reverse_charge' && {
      description: 'Within your own country, reverse charge is only for some services, such as building.',
    })}
  />
)
