import { Select, type SelectProps } from '@mantine/core'
import { countryOptions } from '#shared/countries.ts'

const COUNTRIES = countryOptions()

/** A country, found by its name. */
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
