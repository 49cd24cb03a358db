import { NumberField, type NumberFieldProps } from '#client/components/fields/number-field.tsx'

/** Decimal hours in steps of half an hour. */
export const HoursField = (props: Omit<NumberFieldProps, 'decimals' | 'parts'>) => (
  <NumberField label="Estimated hours" decimals={2} step={0.5} max={10_000} {...props} />
)
