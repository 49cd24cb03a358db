import type { BillTreatment } from './bills.ts'

/** The text of the agreement, by version; a published text never changes, because agreements refer to it. */
export const AGREEMENT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  '1': [
    'The agency writes the contributor’s invoices for its payouts, in the contributor’s name and with numbers of a series of their own.',
    'The contributor doesn’t write other invoices for these payouts, and tells the agency at once when their name, address, tax ID or tax treatment changes.',
    'The contributor can reject each document in words. A rejected document is no longer an invoice, and a cancellation with its own number is made of it.',
    'Either side can revoke the agreement at any time. Documents made until then stay valid.',
  ],
}

/** The version of new agreements. */
export const AGREEMENT_VERSION = '1'

/** `ended` after its last day. */
export type AgreementState = 'requested' | 'active' | 'ended' | 'revoked'

export const AGREEMENT_LABELS: Record<AgreementState, string> = {
  requested: 'Requested',
  active: 'Active',
  ended: 'Ended',
  revoked: 'Revoked',
}

export type BillingSide = 'agency' | 'contributor'

/** The supplier on self-billed documents, as entered with the acceptance. */
export interface SupplierDetails {
  legal_name: string
  address: string
  postal_code: string | null
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
  tax_id: string | null
  treatment: BillTreatment
  /** Basis points. */
  tax_bps: number
}

export interface SelfBillingAgreementDto {
  id: string
  state: AgreementState
  /** The prefix of its documents' numbers. */
  prefix: string
  text_version: string
  /** The last day on which documents can be made; null for no end. */
  ends_on: string | null
  requested_by: string
  requested_at: string
  accepted_by: string | null
  accepted_at: string | null
  revoked_by: string | null
  revoked_side: BillingSide | null
  revoked_at: string | null
  /** Null until it is accepted. */
  supplier: SupplierDetails | null
  document_count: number
  version: number
}

/** A contributor's latest agreement, and the prefix that a first one would have. */
export interface SelfBillingDto {
  employee_id: string
  employee_name: string
  agreement: SelfBillingAgreementDto | null
  suggested_prefix: string
}

export type SelfBillKind = 'bill' | 'cancellation'

/** A self-billed document, or the cancellation of one. */
export interface SelfBillDto {
  id: string
  employee_id: string
  employee_name: string
  kind: SelfBillKind
  /** The document's title. */
  title: string
  number: string
  issued_on: string
  currency: string
  /** Negative on cancellations. */
  net: number
  tax: number
  /** The number of the canceled document; null for others. */
  cancels_number: string | null
  /** Why it was canceled, on the cancellation. */
  reason: string | null
  /** The number of its cancellation; null while it is valid. */
  canceled_by: string | null
  made_by: string
  made_side: BillingSide
  created_at: string
}

export const selfBillAddress = (id: string): string => `/bills/self-billed/${id}`

/** The form in which prefixes are compared. */
export const prefixKey = (prefix: string): string => prefix.replace(/\s+/g, '').toUpperCase()

const MAX_LETTERS = 20
const DIGITS = 4

/** `SB-ZOE-MULLER-`: from the Latin letters and digits of a name; the number follows. */
export function suggestedPrefix(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  const words = plain.replace(/[^A-Z0-9]+/g, '-').slice(0, MAX_LETTERS)
  const trimmed = words.replace(/^-+|-+$/g, '')
  return trimmed === '' ? 'SB-' : `SB-${trimmed}-`
}

export const selfBillNumber = (prefix: string, value: number): string =>
  prefix + String(value).padStart(DIGITS, '0')
