import { NumberField, type NumberFieldProps } from './number-field.tsx'

/** Minutes, typed in hours. */
export const MinutesField = (props: Omit<NumberFieldProps, 'decimals' | 'parts' | 'whole'>) => (
  <NumberField {...props} decimals={2} parts={60} whole />
)
