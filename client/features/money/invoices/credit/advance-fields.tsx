import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import { taxesDeposits } from '#shared/money/ledger/places.ts'
import { rateOptions, type TaxValues } from '../form/invoice-values.ts'
import { TaxField } from '../form/tax-field.tsx'

export interface AdvanceFieldsProps {
  profile: LetterheadProfileDto
  /** The client's default tax. */
  usual: TaxValues
  /** Undefined without an advance invoice. */
  value: TaxValues | undefined
  onChange: (tax: TaxValues | undefined) => void
}

/** Whether a deposit gets an advance invoice, and the included tax. */
export function AdvanceFields({ profile, usual, value, onChange }: AdvanceFieldsProps) {
  const [rates] = useState(() => rateOptions(profile))
  return (
    <>
      <Switch
        label="Send an advance invoice"
        description={
          taxesDeposits(profile.country) ? 'Tax on an advance payment is due when it is received.' : undefined
        }
        checked={value !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? usual : undefined)}
      />
      {value !== undefined && (
        <TaxField
          label="Tax included"
          percentLabel="Percentage"
          rates={rates}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  )
}
