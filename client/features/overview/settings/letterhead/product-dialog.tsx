import { Autocomplete, Select, Textarea } from '@mantine/core'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { CURRENCY_OPTIONS } from '#client/lib/currencies.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { ProductDto } from '#shared/identity/letterhead/products.ts'
import { type LetterheadProfileDto, ratesWith, UNITS } from '#shared/identity/letterhead/profile.ts'
import { productSaveInput } from '#shared/identity/letterhead/schemas/products.ts'

interface ProductDialogProps {
  /** Null adds one. */
  product: ProductDto | null
  profile: LetterheadProfileDto
  onClose: () => void
}

export function ProductDialog({ product, profile, onClose }: ProductDialogProps) {
  const base = useCurrency()
  const save = trpc.letterhead.saveProduct.useMutation()
  const form = useAppForm({
    schema: productSaveInput,
    initialValues: {
      id: product?.id,
      version: product?.version,
      name: product?.name ?? '',
      unit: product?.unit ?? '',
      rate: product?.rate ?? (0 as number | null),
      currency: product?.currency ?? base,
      tax_rate_id: product?.tax_rate_id ?? null,
    },
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: 'Product saved' })
      onClose()
    },
    fallback: 'Failed to save the product',
  })
  const { fields } = form
  return (
    <FormDialog
      title={product === null ? 'Add product' : 'Edit product'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={product === null ? 'Add product' : 'Save product'}
    >
      <Textarea
        label="Line on the invoice"
        required
        data-autofocus
        autosize
        minRows={1}
        {...fields.getInputProps('name')}
      />
      <MoneyField
        label="Rate"
        finer
        currency={fields.getValues().currency}
        {...fields.getInputProps('rate')}
      />
      <Autocomplete label="Unit" data={UNITS.map(({ name }) => name)} {...fields.getInputProps('unit')} />
      <Select
        label="Currency"
        data={CURRENCY_OPTIONS}
        searchable
        allowDeselect={false}
        {...fields.getInputProps('currency')}
      />
      <Select
        label="Tax rate"
        placeholder="The default"
        data={ratesWith(profile, fields.getValues().tax_rate_id).map(({ id, name }) => ({
          value: id,
          label: name,
        }))}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the tax rate' }}
        {...fields.getInputProps('tax_rate_id')}
      />
    </FormDialog>
  )
}
