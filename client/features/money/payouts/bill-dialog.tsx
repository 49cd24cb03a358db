import { Checkbox, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { DateField } from '#client/components/fields/date-field.tsx'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import {
  DeductibleShareField,
  OwedRateField,
  SupplierCountryField,
  TaxRateField,
} from '#client/features/money/purchase-tax-fields.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone, useCan } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged, withoutTax } from '#shared/base/amounts/money.ts'
import {
  asksForTaxId,
  BILL_TREATMENTS,
  type BillTermsDto,
  type BillTreatment,
  billTax,
  TREATMENT_LABELS,
} from '#shared/money/bills.ts'
import { DEDUCTIBLE, owesTax } from '#shared/money/ledger/taxes/purchases.ts'
import type { PayoutDto } from '#shared/money/payouts.ts'
import { billRecordInput } from '#shared/money/schemas/bills.ts'
import { BillFileField } from './bill-file-field.tsx'

interface BillDialogProps {
  payout: PayoutDto
  onClose: () => void
}

const TREATMENTS = BILL_TREATMENTS.map((value) => ({ value, label: TREATMENT_LABELS[value] }))

/** The bill that a contributor wrote for a payout; initialized from their last one. */
export function BillDialog(props: BillDialogProps) {
  const query = trpc.payouts.billTerms.useQuery({ payout_id: props.payout.id }, { staleTime: 0 })
  return (
    <EditDialog title="Add bill" query={query} onClose={props.onClose}>
      {(terms) => <BillForm {...props} terms={terms} />}
    </EditDialog>
  )
}

function BillForm({ payout, terms, onClose }: BillDialogProps & { terms: BillTermsDto }) {
  const { amount, currency } = payout
  const isPaid = payout.status === 'succeeded'
  const zone = useBooksZone()
  const isOwner = useCan('payout.write')
  const recordBill = trpc.payouts.recordBill.useMutation()
  const form = useAppForm({
    schema: billRecordInput,
    initialValues: {
      payout_id: payout.id,
      number: '',
      issued_on: today(zone) as string | null,
      ...amountsAt(terms.tax_bps, { isPaid, amount }),
      treatment: terms.treatment,
      tax_bps: terms.tax_bps,
      tax_id: terms.tax_id ?? '',
      country: terms.country,
      owed_bps: null as number | null,
      deductible_bps: isOwner ? terms.deductible_bps : DEDUCTIBLE,
      file_id: null as string | null,
      confirm_period: false,
    },
    onSubmit: async (values) => {
      const { bill } = await recordBill.mutateAsync(values)
      toast({ title: 'Bill recorded', message: `Bill ${bill?.number} has been added to the payout.` })
      onClose()
    },
    fallback: 'Failed to record the bill',
  })
  const { fields } = form
  const { treatment, net, tax, tax_bps } = fields.getValues()
  const setRate = (bps: number) => {
    fields.setValues({ tax_bps: bps, ...amountsAt(bps, { isPaid, amount: isPaid ? amount : (net ?? 0) }) })
  }
  const setTreatment = (next: BillTreatment) => {
    fields.setValues({ treatment: next, owed_bps: null })
    if (next !== 'taxed') setRate(0)
  }
  return (
    <FormDialog title="Add bill" opened onClose={onClose} form={form} submitLabel="Add bill">
      <Text size="sm" c="dimmed">
        {isPaid
          ? `${formatCharged(amount, currency)} was paid, so that must be the bill’s total.`
          : `The payout of ${formatCharged(amount, currency)} is the bill’s net amount; the total paid includes the tax.`}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Bill number" required data-autofocus {...fields.getInputProps('number')} />
        <DateField label="Bill date" required clearable={false} {...fields.getInputProps('issued_on')} />
      </SimpleGrid>
      <Select
        label="Tax on the bill"
        allowDeselect={false}
        data={TREATMENTS}
        value={treatment}
        onChange={(next) => next !== null && setTreatment(next)}
      />
      <SimpleGrid cols={{ base: 1, xs: treatment === 'taxed' ? 3 : 1 }}>
        <MoneyField label="Net amount" required currency={currency} {...fields.getInputProps('net')} />
        {treatment === 'taxed' && (
          <>
            <TaxRateField required value={tax_bps} onChange={setRate} error={fields.errors.tax_bps} />
            <MoneyField label="Tax" required currency={currency} {...fields.getInputProps('tax')} />
          </>
        )}
      </SimpleGrid>
      <Text size="sm">{`Total ${formatCharged((net ?? 0) + (tax ?? 0), currency)}`}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Contributor’s tax ID"
          required={asksForTaxId(treatment)}
          {...fields.getInputProps('tax_id')}
        />
        <SupplierCountryField
          treatment={treatment}
          home={terms.agency_country}
          label="Contributor’s country"
          clearable
          {...fields.getInputProps('country')}
        />
      </SimpleGrid>
      {owesTax(treatment) && <OwedRateField usual={terms.owed_bps} {...fields.getInputProps('owed_bps')} />}
      {isOwner && (owesTax(treatment) || (tax ?? 0) > 0) && (
        <DeductibleShareField {...fields.getInputProps('deductible_bps')} />
      )}
      <BillFileField payoutId={payout.id} onChange={(id) => fields.setFieldValue('file_id', id)} />
      {isOwner && fields.errors.confirm_period && (
        <Checkbox
          label="Change figures of the locked period"
          error={fields.errors.confirm_period}
          {...fields.getInputProps('confirm_period', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}

/** The payout is the net amount or, once it is paid, the total. */
function amountsAt(
  bps: number,
  { isPaid, amount }: { isPaid: boolean; amount: number },
): { net: number | null; tax: number | null } {
  const net = isPaid ? withoutTax(amount, bps) : amount
  return { net, tax: isPaid ? amount - net : billTax(net, bps) }
}
