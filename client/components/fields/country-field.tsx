import { Select, type SelectProps } from '@mantine/core'
import { countryOptions } from '#shared/base/countries.ts'

const COUNTRIES = countryOptions()

/** A country, searchable by name. */
export const CountryField = (props: Omit<SelectProps, 'data'>) => (
  <Select
    label="Country"
    searchable
    clearable
    placeholder="Choose a country"
    nothingFoundMessage="No countries found"
    clearButtonProps={{ 'aria-label': 'Clear country' }}
    {...props}
    data={COUNTRIES}
  />
)
