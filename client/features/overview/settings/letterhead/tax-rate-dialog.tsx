import { Select, Text, Textarea, TextInput } from '@mantine/core'
import { PercentField } from '#client/components/fields/percent-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import {
  isCharged,
  TAX_CATEGORIES,
  TAX_CATEGORY_NAMES,
  type TaxCategory,
} from '#shared/base/amounts/taxes.ts'
import { DEFAULT_TAX_NOTES, needsNote, type TaxRateDto } from '#shared/identity/letterhead/profile.ts'
import { taxRateSaveInput } from '#shared/identity/letterhead/schemas/profile.ts'
import { namesOf } from '#shared/money/invoices/rate-uses.ts'

const CATEGORIES = TAX_CATEGORIES.map((value) => ({ value, label: TAX_CATEGORY_NAMES[value] }))
const OFFERED = Object.values(DEFAULT_TAX_NOTES)

const valuesOf = (rate: TaxRateDto | null) => ({
  id: rate?.id,
  version: rate?.version,
  name: rate?.name ?? '',
  bps: rate?.bps ?? 0,
  category: rate?.category ?? ('standard' as TaxCategory),
  note: rate?.note ?? '',
})

interface TaxRateDialogProps {
  /** Null adds one. */
  rate: TaxRateDto | null
  onClose: () => void
}

export function TaxRateDialog({ rate, onClose }: TaxRateDialogProps) {
  const utils = trpc.useUtils()
  const save = trpc.letterhead.saveTaxRate.useMutation()
  const form = useAppForm({
    schema: taxRateSaveInput,
    initialValues: valuesOf(rate),
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: 'Tax rate saved' })
      onClose()
    },
    latest: async () => {
      const all = await utils.letterhead.taxRates.fetch(undefined, { staleTime: 0 })
      return valuesOf(all.find(({ id }) => id === rate?.id) ?? rate)
    },
    fallback: 'Failed to save the tax rate',
  })
  const { fields } = form
  const { category, note } = fields.getValues()
  const choose = (next: TaxCategory) => {
    fields.setFieldValue('category', next)
    if (!isCharged(next)) fields.setFieldValue('bps', 0)
    // A suggested exemption reason is replaced when the category changes; a custom one stays.
    if (note === '' || OFFERED.includes(note)) fields.setFieldValue('note', DEFAULT_TAX_NOTES[next] ?? '')
  }
  return (
    <FormDialog
      title={rate === null ? 'Add tax rate' : 'Edit tax rate'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={rate === null ? 'Add tax rate' : 'Save tax rate'}
    >
      <TextInput
        label="Rate name"
        required
        data-autofocus
        placeholder="VAT 20 %"
        {...fields.getInputProps('name')}
      />
      <Select
        label="Category"
        data={CATEGORIES}
        allowDeselect={false}
        value={category}
        onChange={(next) => next !== null && choose(next as TaxCategory)}
        error={fields.errors.category}
      />
      {isCharged(category) && (
        <PercentField label="Percentage" decimals={3} {...fields.getInputProps('bps')} />
      )}
      <Textarea
        label="Note on the document"
        required={needsNote(category)}
        autosize
        minRows={2}
        {...fields.getInputProps('note')}
      />
      {rate !== null && <Uses id={rate.id} />}
    </FormDialog>
  )
}

/** What changing the rate affects, and what it doesn't. */
function Uses({ id }: { id: string }) {
  const { data } = trpc.letterhead.taxRateUses.useQuery({ id }, { staleTime: 0 })
  if (data === undefined) return null
  const following = namesOf(data.documents.filter(({ use }) => use === 'follows'))
  const staying = namesOf(data.documents.filter(({ use }) => use !== 'follows'))
  return (
    <Text size="sm" c="dimmed">
      {following !== null && `A change also applies to ${following}. `}
      {staying !== null && `The percentage stays as it is in ${staying}. `}
      Documents already sent don’t change.
    </Text>
  )
}
