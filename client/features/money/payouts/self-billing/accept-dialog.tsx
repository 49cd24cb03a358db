import { Select, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { CountryField } from '#client/components/fields/country-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { TaxRateField } from '#client/features/money/purchase-tax-fields.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import {
  asksForTaxId,
  type BillTreatment,
  SELF_BILL_TREATMENTS,
  TREATMENT_LABELS,
} from '#shared/money/bills.ts'
import { selfBillingAcceptInput } from '#shared/money/schemas/self-billing.ts'
import type { SelfBillingAgreementDto } from '#shared/money/self-billing.ts'
import { AgreementText } from './agreement-text.tsx'

interface AcceptDialogProps {
  agreement: SelfBillingAgreementDto
  onClose: () => void
}

const TREATMENTS = SELF_BILL_TREATMENTS.map((value) => ({ value, label: TREATMENT_LABELS[value] }))

/** The contributor accepts and enters the details for their documents; later the dialog changes these. */
export function AcceptDialog({ agreement, onClose }: AcceptDialogProps) {
  const { name } = useUser()
  const accept = trpc.payouts.acceptSelfBilling.useMutation()
  const { supplier } = agreement
  const isFirst = supplier === null
  const form = useAppForm({
    schema: selfBillingAcceptInput,
    initialValues: {
      version: agreement.version,
      text_version: agreement.text_version,
      legal_name: supplier?.legal_name ?? name,
      address: supplier?.address ?? '',
      postal_code: supplier?.postal_code ?? '',
      city: supplier?.city ?? '',
      country: supplier?.country ?? (null as string | null),
      treatment: supplier?.treatment ?? ('taxed' as BillTreatment),
      tax_bps: supplier?.tax_bps ?? 0,
      tax_id: supplier?.tax_id ?? '',
    },
    onSubmit: async (values) => {
      await accept.mutateAsync(values)
      toast({ title: isFirst ? 'Self-billing accepted' : 'Details changed' })
      onClose()
    },
    fallback: 'Failed to accept self-billing',
    resetOnSuccess: false,
  })
  const { fields } = form
  const { treatment } = fields.getValues()
  return (
    <FormDialog
      title={isFirst ? 'Accept self-billing' : 'Details for self-billing'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={isFirst ? 'Accept' : 'Accept with these details'}
    >
      <AgreementText version={agreement.text_version} />
      <TextInput label="Legal name" required data-autofocus {...fields.getInputProps('legal_name')} />
      <Textarea
        label="Street and number"
        required
        autosize
        minRows={1}
        maxRows={4}
        {...fields.getInputProps('address')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Postal code" {...fields.getInputProps('postal_code')} />
        <TextInput label="City" required {...fields.getInputProps('city')} />
      </SimpleGrid>
      <CountryField required {...fields.getInputProps('country')} />
      <SimpleGrid cols={{ base: 1, xs: treatment === 'taxed' ? 2 : 1 }}>
        <Select
          label="Tax on your bills"
          allowDeselect={false}
          data={TREATMENTS}
          value={treatment}
          onChange={(next) => {
            if (next !== null) fields.setValues({ treatment: next, ...(next !== 'taxed' && { tax_bps: 0 }) })
          }}
        />
        {treatment === 'taxed' && <TaxRateField required {...fields.getInputProps('tax_bps')} />}
      </SimpleGrid>
      <TextInput label="Tax ID" required={asksForTaxId(treatment)} {...fields.getInputProps('tax_id')} />
      <Text size="sm" c="dimmed">
        Owners can see these details. Existing documents don’t change.
      </Text>
    </FormDialog>
  )
}
