import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { MoreFields } from '#client/components/fields/more-fields.tsx'
import { ClientField } from '#client/components/fields/records/client-field.tsx'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { CURRENCY_OPTIONS } from '#client/lib/currencies.ts'
import {
  type ContentValues,
  type Defaults,
  inCurrency,
  type RateOption,
  withDefaults,
} from './invoice-values.ts'
import { LineFields } from './line-fields.tsx'
import type { DocumentDefaults } from './use-document-defaults.ts'

export interface InvoiceFieldsProps<Values extends ContentValues> {
  fields: UseFormReturnType<Values>
  chosen?: { client: { id: string; name: string } | null }
  rates: RateOption[]
  /** Defaults of new documents for the selected client. */
  documentDefaults: DocumentDefaults
  /** Called with the client's terms when another client is selected. */
  onClient?: (defaults: Defaults) => void
  /** Date fields, which differ between single and recurring invoices. */
  children: ReactNode
  /** Content that depends on the currency, shown below it. */
  rate?: ReactNode
  /** Options for paying in installments. */
  parts?: ReactNode
  /** The dates of supply, in the details section. */
  supply?: ReactNode
  /** More fields of the collapsed details section. */
  summary?: string
  /** Whether one of the fields in `supply` has an error. */
  wrong?: boolean
}

/** The fields shared by single and recurring invoices. */
export function InvoiceFields<Values extends ContentValues>({
  fields,
  chosen,
  rates,
  documentDefaults,
  onClient,
  children,
  rate,
  parts,
  supply,
  summary,
  wrong = false,
}: InvoiceFieldsProps<Values>) {
  const values = fields.getValues()
  // The shared fields have the same paths in every form.
  const content = fields as unknown as UseFormReturnType<ContentValues>
  const takeDefaultsOf = (id: string) =>
    documentDefaults.choose(id, {
      apply: (before, after) => {
        content.setValues(withDefaults(content.getValues(), before, after))
        onClient?.(after)
      },
      fail: (message) => {
        content.setFieldValue('client_id', '')
        content.setFieldError('client_id', message)
      },
    })
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
            if (id !== null) takeDefaultsOf(id)
          }}
        />
        <ProjectField label="Project" {...content.getInputProps('project_id')} />
      </SimpleGrid>
      <TextInput label="Title" required data-autofocus {...content.getInputProps('title')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {children}
        <Select
          label="Currency"
          searchable
          data={CURRENCY_OPTIONS}
          value={values.currency}
          error={fields.errors.currency}
          onChange={(currency) => currency && content.setValues(inCurrency(content.getValues(), currency))}
        />
        {rate}
      </SimpleGrid>
      <LineFields fields={content} rates={rates} defaultTax={documentDefaults.tax} />
      <MoreFields
        title="Order and supply"
        summary={[values.purchase_order, summary].filter(Boolean).join(' · ')}
        wrong={wrong || content.errors.purchase_order !== undefined}
      >
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <TextInput
            label="Purchase order"
            placeholder="The client’s order number"
            {...content.getInputProps('purchase_order')}
          />
          {supply}
        </SimpleGrid>
      </MoreFields>
      {parts}
      <Textarea label="Description" minRows={2} {...content.getInputProps('description')} />
      <Textarea
        label="Notes"
        description="Shown below the total."
        minRows={2}
        {...content.getInputProps('notes')}
      />
    </>
  )
}
