import { NativeSelect } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { PercentField } from '#client/components/fields/percent-field.tsx'
import { NO_TAX, type RateOption, type TaxValues } from './invoice-values.ts'

interface TaxFieldProps {
  label?: string | undefined
  'aria-label'?: string
  /** The accessible name of the custom percentage field. */
  percentLabel: string
  rates: readonly RateOption[]
  value: TaxValues
  error?: ReactNode
  onChange: (value: TaxValues) => void
}

const NONE = ''
const OTHER = 'other'

/** One of the agency's tax rates or a custom percentage; only the percentage if there are no rates. */
export function TaxField({ percentLabel, rates, value, error, onChange, ...named }: TaxFieldProps) {
  const typed = value.tax_rate_id === null && value.tax_bps > 0
  const [other, setOther] = useState(typed)
  // An archived rate that the field had can be chosen again.
  const had = useRef(new Set<string | null>()).current.add(value.tax_rate_id)
  const offered = rates.filter(({ id, archived }) => !archived || had.has(id))
  const setPercent = (tax_bps: number) => onChange({ tax_rate_id: null, tax_bps })
  if (offered.length === 0) {
    return <PercentField {...named} decimals={3} value={value.tax_bps} error={error} onChange={setPercent} />
  }
  const showsOther = value.tax_rate_id === null && (other || typed)
  return (
    <div>
      <NativeSelect
        {...named}
        data={[
          { value: NONE, label: 'No tax' },
          ...offered.map(({ id, label }) => ({ value: id, label })),
          { value: OTHER, label: 'Other %…' },
        ]}
        value={showsOther ? OTHER : (value.tax_rate_id ?? NONE)}
        error={showsOther ? undefined : error}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          const rate = rates.find(({ id }) => id === chosen)
          setOther(chosen === OTHER)
          if (rate !== undefined) onChange({ tax_rate_id: rate.id, tax_bps: rate.tax_bps })
          else onChange(chosen === OTHER ? { tax_rate_id: null, tax_bps: value.tax_bps } : NO_TAX)
        }}
      />
      {showsOther && (
        <PercentField
          mt={4}
          aria-label={percentLabel}
          decimals={3}
          value={value.tax_bps}
          error={error}
          onChange={setPercent}
        />
      )}
    </div>
  )
}
