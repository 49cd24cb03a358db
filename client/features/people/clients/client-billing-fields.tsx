import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { AddressesField } from '#client/components/fields/addresses-field.tsx'
import { CountryField } from '#client/components/fields/country-field.tsx'
import { MoreFields } from '#client/components/fields/more-fields.tsx'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { CURRENCY_OPTIONS } from '#client/lib/currencies.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useCurrency } from '#client/lib/session/session.ts'
import { rateLabel } from '#shared/base/amounts/taxes.ts'
import { countryName } from '#shared/base/format.ts'
import { E_INVOICE_CHOICES } from '#shared/identity/letterhead/e-invoice-formats.ts'
import { MAX_PAYMENT_TERMS, ratesWith } from '#shared/identity/letterhead/profile.ts'
import type { EInvoiceChoice } from '#shared/identity/letterhead/schemas/e-invoice-formats.ts'
import type { ClientDto } from '#shared/people/clients.ts'

/** How a client is billed, as form values. */
export type BillingValues = {
  postal_code: string
  city: string
  region: string
  country: string | null
  tax_id: string
  registration_number: string
  electronic_address: string
  buyer_reference: string
  billing_currency: string | null
  default_tax_rate_id: string | null
  payment_terms: number | null
  e_invoice_format: EInvoiceChoice | null
  billing_cc: string[]
  billing_bcc: string[]
}

export const NO_BILLING: BillingValues = {
  postal_code: '',
  city: '',
  region: '',
  country: null,
  tax_id: '',
  registration_number: '',
  electronic_address: '',
  buyer_reference: '',
  billing_currency: null,
  default_tax_rate_id: null,
  payment_terms: null,
  e_invoice_format: null,
  billing_cc: [],
  billing_bcc: [],
}

export const billingOf = (client: ClientDto): BillingValues => ({
  postal_code: client.postal_code ?? '',
  city: client.city ?? '',
  region: client.region ?? '',
  country: client.country,
  tax_id: client.tax_id ?? '',
  registration_number: client.registration_number ?? '',
  electronic_address: client.electronic_address ?? '',
  buyer_reference: client.buyer_reference ?? '',
  billing_currency: client.billing_currency,
  default_tax_rate_id: client.default_tax_rate_id,
  payment_terms: client.payment_terms,
  e_invoice_format: client.e_invoice_format,
  billing_cc: client.billing_cc,
  billing_bcc: client.billing_bcc,
})

/** Summary of the collapsed section, for example `Berlin, Germany · DE136695976 · EUR`. */
export function billingSummary(values: BillingValues): string {
  const place = [values.city, values.country && countryName(values.country)].filter(Boolean).join(', ')
  return [place, values.tax_id, values.billing_currency].filter(Boolean).join(' · ')
}

export function ClientBillingFields<Values extends BillingValues>({
  fields: form,
}: {
  fields: UseFormReturnType<Values>
}) {
  // These fields have the same paths in every form.
  const fields = form as unknown as UseFormReturnType<BillingValues>
  const currency = useCurrency()
  const mayRead = useCan('letterhead.read')
  const { data: profile } = trpc.letterhead.profile.useQuery(undefined, { enabled: mayRead })
  const values = fields.getValues()
  const rates = profile === undefined ? [] : ratesWith(profile, values.default_tax_rate_id)
  const ownRate = profile?.tax_rates.find((rate) => rate.id === profile.default_tax_rate_id)
  return (
    <MoreFields
      title="Billing"
      summary={billingSummary(values)}
      wrong={Object.keys(NO_BILLING).some((field) => fields.errors[field])}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Postal code" {...fields.getInputProps('postal_code')} />
        <TextInput label="City" {...fields.getInputProps('city')} />
        <TextInput label="Region" {...fields.getInputProps('region')} />
        <CountryField {...fields.getInputProps('country')} />
        <TextInput label="Tax ID" placeholder="DE136695976" {...fields.getInputProps('tax_id')} />
        <TextInput label="Registration number" {...fields.getInputProps('registration_number')} />
        <TextInput
          label="Buyer reference"
          description="Such as a Leitweg-ID"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...fields.getInputProps('buyer_reference')}
        />
        <TextInput
          label="Peppol ID"
          placeholder="0204:991-01234-44"
          {...fields.getInputProps('electronic_address')}
        />
        <Select
          label="Default tax rate"
          clearable
          placeholder={ownRate === undefined ? 'Agency default' : `${rateLabel(ownRate)} (agency default)`}
          nothingFoundMessage="No tax rates yet"
          clearButtonProps={{ 'aria-label': 'Clear default tax rate' }}
          data={rates.map((rate) => ({ value: rate.id, label: rateLabel(rate) }))}
          {...fields.getInputProps('default_tax_rate_id')}
        />
        <NumberField
          label="Payment terms"
          suffix="days"
          min={0}
          max={MAX_PAYMENT_TERMS}
          placeholder={profile && `${profile.payment_terms} days (agency default)`}
          {...fields.getInputProps('payment_terms')}
        />
        <Select
          label="Billing currency"
          searchable
          clearable
          placeholder={`${currency} (agency default)`}
          clearButtonProps={{ 'aria-label': 'Clear billing currency' }}
          data={CURRENCY_OPTIONS}
          {...fields.getInputProps('billing_currency')}
        />
        <Select
          label="E-invoice"
          clearable
          placeholder="Agency default"
          clearButtonProps={{ 'aria-label': 'Clear e-invoice' }}
          data={E_INVOICE_CHOICES}
          {...fields.getInputProps('e_invoice_format')}
        />
        <AddressesField
          label="CC"
          description="Get copies of invoices, reminders and receipts"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...fields.getInputProps('billing_cc')}
        />
        <AddressesField label="BCC" {...fields.getInputProps('billing_bcc')} />
      </SimpleGrid>
    </MoreFields>
  )
}
