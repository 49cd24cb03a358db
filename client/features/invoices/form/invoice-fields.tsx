import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ClientField } from '#client/components/client-field.tsx'
import { ProjectField } from '#client/components/project-field.tsx'
import { CURRENCY_OPTIONS } from '#client/lib/currencies.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type ContentValues, inCurrency } from './invoice-values.ts'
import { LineFields } from './line-fields.tsx'

export interface InvoiceFieldsProps<Values extends ContentValues> {
  fields: UseFormReturnType<Values>
  chosen?: { client: { id: string; name: string } | null }
  /** Date fields, which differ between single and recurring invoices. */
  children: React.ReactNode
  /** What follows the currency. */
  rate?: React.ReactNode
}

/** The fields shared by single and recurring invoices. */
export function InvoiceFields<Values extends ContentValues>({
  fields,
  chosen,
  children,
  rate,
}: InvoiceFieldsProps<Values>) {
  const utils = trpc.useUtils()
  const values = fields.getValues()
  // The shared fields have the same paths in every form.
  const content = fields as unknown as UseFormReturnType<ContentValues>
  /** New documents are in the currency of their client, as long as nothing is priced yet. */
  const takeCurrencyOf = async (id: string) => {
    const { billing_currency } = await utils.clients.get.fetch({ id })
    const now = content.getValues()
    const priced = now.items.some((item) => item.rate !== null && item.rate !== 0)
    if (billing_currency !== null && !priced) content.setValues(inCurrency(now, billing_currency))
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <ClientField
          label="Client"
          required
          placeholder="Choose a client"
          clearable={false}
          chosen={chosen?.client}
          {...content.getInputProps('client_id')}
          onChange={(id) => {
            content.setFieldValue('client_id', id ?? '')
            if (id !== null) void takeCurrencyOf(id)
          }}
        />
        <ProjectField label="Project" {...content.getInputProps('project_id')} />
      </SimpleGrid>
      <TextInput label="Title" required maxLength={200} data-autofocus {...content.getInputProps('title')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {children}
        <Select
          label="Currency"
          searchable
          data={CURRENCY_OPTIONS}
          value={values.currency}
          error={fields.errors.currency}
          onChange={(currency) => currency && content.setValues(inCurrency(values, currency))}
        />
        {rate}
      </SimpleGrid>
      <LineFields fields={content} />
      <Textarea label="Description" minRows={2} maxLength={2000} {...content.getInputProps('description')} />
      <Textarea
        label="Notes"
        description="Shown below the total, for example your bank details."
        minRows={2}
        maxLength={5000}
        {...content.getInputProps('notes')}
      />
    </>
  )
}
