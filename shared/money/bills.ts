import { percentOf } from '../base/amounts/money.ts'

/** How a contributor charges tax: at a rate, or not at all. */
export const BILL_TREATMENTS = ['taxed', 'reverse_charge', 'import', 'exempt', 'small_business'] as const
export type BillTreatment = (typeof BILL_TREATMENTS)[number]

export const TREATMENT_LABELS: Record<BillTreatment, string> = {
  taxed: 'With tax',
  reverse_charge: 'Reverse charge, no tax',
  import: 'Import, no tax',
  exempt: 'Exempt, no tax',
  small_business: 'Small business, no tax',
}

/** The treatments of self-billed documents. */
export const SELF_BILL_TREATMENTS = ['taxed', 'reverse_charge', 'small_business'] as const

/** Whether the bill has to have the contributor's tax ID. */
export const asksForTaxId = (treatment: BillTreatment): boolean =>
  treatment === 'taxed' || treatment === 'reverse_charge'

/** `paid` with the payout. */
export type BillStatus = 'missing' | 'received' | 'paid'

export const BILL_STATUS_LABELS: Record<BillStatus, string> = {
  missing: 'Bill missing',
  received: 'Bill received',
  paid: 'Bill paid',
}

/** Who wrote the bill: the contributor, or the agency for them. */
export type BillOrigin = 'contributor' | 'self_billed'

/** A contributor's bill of a payout. */
export interface PayoutBillDto {
  id: string
  origin: BillOrigin
  /** The self-billed document; null if the contributor wrote the bill. */
  self_bill_id: string | null
  number: string
  issued_on: string
  net: number
  treatment: BillTreatment
  /** Basis points: 1900 is 19%. */
  tax_bps: number
  tax: number
  tax_id: string | null
  /** The contributor's, ISO 3166-1; null if it isn't known. */
  country: string | null
  /** The rate at which the agency owes the tax itself; null if it owes none. */
  owed_bps: number | null
  /** The share of the tax that the agency can deduct, in basis points. */
  deductible_bps: number
  currency: string
  /** Null without a file. */
  file_name: string | null
  recorded_by: string
}

/** The likely terms of a contributor's next bill. */
export interface BillTermsDto
  extends Pick<PayoutBillDto, 'treatment' | 'tax_bps' | 'tax_id' | 'country' | 'deductible_bps'> {
  /** Where the agency is, ISO 3166-1; null if it isn't known. */
  agency_country: string | null
  /** That country's usual rate, at which the agency owes tax itself; null if it isn't known. */
  owed_bps: number | null
}

/** An uploaded file that no bill has yet. */
export interface BillFileDto {
  id: string
  name: string
  size: number
}

/** Uploads and downloads. */
export const BILL_FILES_ADDRESS = '/bills/files'
export const billAddress = (id: string): string => `/bills/${id}`

/** The tax of a net amount in minor units. */
export const billTax = (net: number, bps: number): number => percentOf(net, bps)

/** Lines may have been rounded individually. */
const MAX_ROUNDING = 5

export const isTaxOf = (tax: number, net: number, bps: number): boolean =>
  Math.abs(tax - billTax(net, bps)) <= MAX_ROUNDING

/** The form in which bill numbers are compared: contributors write them in different ways. */
export const billNumberKey = (number: string): string => number.replace(/\s+/g, '').toUpperCase()
