import { Autocomplete, Select, Textarea } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { MoneyField } from '#client/components/money-field.tsx'
import { CURRENCY_OPTIONS } from '#client/lib/currencies.ts'
import { useCurrency } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type TaxRateDto, UNITS } from '#shared/billing.ts'
import { type ProductDto, productSaveInput } from '#shared/products.ts'

interface ProductDialogProps {
  /** Null adds one. */
  product: ProductDto | null
  rates: TaxRateDto[]
  onClose: () => void
}

export function ProductDialog({ product, rates, onClose }: ProductDialogProps) {
  const base = useCurrency()
  const save = trpc.billing.saveProduct.useMutation()
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
      <MoneyField label="Rate" currency={fields.getValues().currency} {...fields.getInputProps('rate')} />
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
        data={rates.map(({ id, name }) => ({ value: id, label: name }))}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the tax rate' }}
        {...fields.getInputProps('tax_rate_id')}
      />
    </FormDialog>
  )
}
