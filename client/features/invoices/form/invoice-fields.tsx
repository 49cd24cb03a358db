import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ClientField } from '#client/components/client-field.tsx'
import { ProjectField } from '#client/components/project-field.tsx'
import { CURRENCY_OPTIONS } from '#client/lib/currencies.ts'
import { type ContentValues, inCurrency } from './invoice-values.ts'
import { LineFields } from './line-fields.tsx'

export interface InvoiceFieldsProps<Values extends ContentValues> {
  fields: UseFormReturnType<Values>
  chosen?: { client: { id: string; name: string } | null }
  /** Date fields, which differ between single and recurring invoices. */
  children: React.ReactNode
}

/** The fields shared by single and recurring invoices. */
export function InvoiceFields<Values extends ContentValues>({
  fields,
  chosen,
  children,
}: InvoiceFieldsProps<Values>) {
  const values = fields.getValues()
  // The shared fields have the same paths in every form.
  const content = fields as unknown as UseFormReturnType<ContentValues>
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
