import type { ClientDto } from '#shared/people/clients.ts'

const TEXTS = [
  'name',
  'email',
  'phone',
  'company',
  'address',
  'postal_code',
  'city',
  'region',
  'country',
  'tax_id',
  'registration_number',
  'electronic_address',
  'buyer_reference',
] as const

type ClientEdit = Pick<ClientDto, (typeof TEXTS)[number] | 'billing_cc' | 'billing_bcc' | 'portal_access'> & {
  billing_currency?: string | null | undefined
  default_tax_rate_id?: string | null | undefined
  payment_terms?: number | null | undefined
  e_invoice_format?: string | null | undefined
}

/** Maps each field that differs from the edit to its current text. */
export function changedClientFields(current: ClientDto, edit: ClientEdit): Record<string, string> {
  const texts: [string, string | null, string | null][] = [
    ...TEXTS.map((field): [string, string | null, string | null] => [field, current[field], edit[field]]),
    ['billing_currency', current.billing_currency, edit.billing_currency ?? null],
    ['default_tax_rate_id', current.default_tax_rate_id, edit.default_tax_rate_id ?? null],
    ['payment_terms', daysOf(current.payment_terms), daysOf(edit.payment_terms)],
    ['e_invoice_format', current.e_invoice_format, edit.e_invoice_format ?? null],
    ['billing_cc', current.billing_cc.join(', '), edit.billing_cc.join(', ')],
    ['billing_bcc', current.billing_bcc.join(', '), edit.billing_bcc.join(', ')],
    ['portal_access', wordOf(current.portal_access), wordOf(edit.portal_access)],
  ]
  return Object.fromEntries(
    texts.flatMap(([field, present, edited]) => (present === edited ? [] : [[field, present ?? '']])),
  )
}

const daysOf = (days: number | null | undefined): string | null => (days == null ? null : String(days))

const wordOf = (flag: boolean): string => (flag ? 'yes' : 'no')
