import { Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import { taxIncluded } from '#shared/base/amounts/money.ts'
import { TREATMENT_LABELS } from '#shared/money/bills.ts'
import { EXPENSE_TREATMENTS, type ExpenseTreatment } from '#shared/money/ledger/finance.ts'
import { DEDUCTIBLE, owesTax } from '#shared/money/ledger/taxes/purchases.ts'
import { usualRate } from '#shared/money/ledger/taxes/tax-presets.ts'
import {
  DeductibleShareField,
  OwedRateField,
  SupplierCountryField,
  TaxRateField,
} from './purchase-tax-fields.tsx'

const LABELS = { ...TREATMENT_LABELS, taxed: 'With tax, or none' }
const TREATMENTS = EXPENSE_TREATMENTS.map((value) => ({ value, label: LABELS[value] }))

export interface ExpenseTax {
  treatment: ExpenseTreatment
  tax_bps: number
  tax_amount: number | null
  supplier_country: string | null
  /** Null for the usual rate. */
  owed_bps: number | null
  deductible_bps: number
}

export const NO_TAX: ExpenseTax = {
  ...{ treatment: 'taxed', tax_bps: 0, tax_amount: 0 },
  ...{ supplier_country: null, owed_bps: null, deductible_bps: DEDUCTIBLE },
}

interface ExpenseTaxFieldsProps<Values extends ExpenseTax> {
  fields: UseFormReturnType<Values>
  amount: number | null
  currency: string
  disabled: boolean
}

/** The tax on the bill, or why there is none, and its deductible share. */
export function ExpenseTaxFields<Values extends ExpenseTax>({
  fields,
  amount,
  currency,
  disabled,
}: ExpenseTaxFieldsProps<Values>) {
  const { treatment, tax_bps, tax_amount, owed_bps, deductible_bps }: ExpenseTax = fields.getValues()
  const set = (changed: Partial<ExpenseTax>) => fields.setValues(changed as Partial<Values>)
  const mayRead = useCan('letterhead.read')
  const { data: letterhead } = trpc.letterhead.profile.useQuery(undefined, { enabled: mayRead })
  const home = letterhead?.country ?? null
  const isTaxed = treatment === 'taxed'
  return (
    <>
      <Select
        label="Tax on the bill"
        allowDeselect={false}
        data={TREATMENTS}
        disabled={disabled}
        value={treatment}
        onChange={(chosen) => chosen && set({ treatment: chosen, tax_bps: 0, tax_amount: 0, owed_bps: null })}
      />
      {isTaxed ? (
        <>
          <TaxRateField
            disabled={disabled}
            value={tax_bps}
            error={fields.errors.tax_bps}
            onChange={(bps) =>
              set({
                tax_bps: bps,
                ...(bps > 0 && amount !== null && { tax_amount: taxIncluded(amount, bps) }),
              })
            }
          />
          <MoneyField
            label="Tax included"
            currency={currency}
            disabled={disabled}
            {...fields.getInputProps('tax_amount')}
          />
        </>
      ) : (
        <SupplierCountryField
          treatment={treatment}
          home={home}
          label="Supplier’s country"
          {...fields.getInputProps('supplier_country')}
        />
      )}
      {owesTax(treatment) && (
        <OwedRateField
          usual={usualRate(home)}
          disabled={disabled}
          value={owed_bps}
          onChange={(bps) => set({ owed_bps: bps })}
          error={fields.errors.owed_bps}
        />
      )}
      {(owesTax(treatment) || (isTaxed && (tax_amount ?? 0) > 0)) && (
        <DeductibleShareField
          disabled={disabled}
          value={deductible_bps}
          onChange={(share) => set({ deductible_bps: share })}
          error={fields.errors.deductible_bps}
        />
      )}
    </>
  )
}
