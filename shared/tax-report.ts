import { z } from 'zod'
import { calendarDate } from './dates.ts'
import { formatBasisPoints } from './money.ts'
import { pageInput } from './paging.ts'
import { type LineTax, TAX_CATEGORIES, TAX_CATEGORY_NAMES } from './taxes.ts'

/** By the day a document was issued (accrual), or by the day it was paid (cash). */
export const TAX_BASES = ['issued', 'paid'] as const
export type TaxBasis = (typeof TAX_BASES)[number]

/** What was billed, what was paid, and what was spent. */
export const TAX_SIDES = ['issued', 'income', 'expense'] as const
export type TaxSide = (typeof TAX_SIDES)[number]

const period = {
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
  basis: z.enum(TAX_BASES).default('issued'),
}

const IN_ORDER = { message: 'The period must end on or after its start date.' }
const inOrder = ({ from, to }: { from?: string | null; to?: string | null }) => !from || !to || from <= to

export const taxReportInput = z.strictObject(period).refine(inOrder, IN_ORDER)

/** The documents behind one figure of the report. */
export const taxDocumentsInput = z
  .strictObject({
    ...pageInput,
    ...period,
    side: z.enum(['output', 'input']).default('output'),
    tax_bps: z.int().min(0).max(10_000),
    tax_name: z.string().trim().max(200).nullable(),
    tax_category: z.enum(TAX_CATEGORIES).nullable(),
    currency: z.string().trim().max(10).nullish(),
  })
  .refine(inOrder, IN_ORDER)

export type TaxRate = Pick<LineTax, 'tax_bps' | 'tax_name' | 'tax_category'>

/** Minor units; credit notes and refunds count as less. */
export interface TaxFigures {
  net: number
  tax: number
  gross: number
}

export interface TaxRow extends TaxRate, TaxFigures {
  /** Documents, or payments. */
  count: number
}

export interface TaxReportDto {
  /** The base currency of the books. */
  currency: string
  from: string | null
  to: string | null
  basis: TaxBasis
  /** What was sold, by rate, in base. */
  output: TaxRow[]
  output_total: TaxFigures
  /** The tax in expenses, which the tax office gives back. */
  input: TaxRow[]
  input_total: TaxFigures
  /** What is owed to the tax office: output less input. */
  owed: number
  /** What was sold in each currency it was sold in. */
  by_currency: { currency: string; rows: TaxRow[]; total: TaxFigures }[]
  /** Documents left out of the sums in base while their exchange rate is missing. */
  without_rate: number
}

export interface TaxDocumentDto {
  id: string
  kind: 'invoice' | 'credit_note' | 'payment' | 'refund' | 'expense'
  /** The invoice or credit note, where it is one or pays one. */
  invoice_id: string | null
  expense_id: string | null
  date: string
  text: string
  client_name: string | null
  currency: string
  net: number
  tax: number
  /** Null while the exchange rate is missing. */
  base_net: number | null
  base_tax: number | null
}

/** `VAT 19%`, `Reverse charge 0%`, `No tax stated`. */
export function taxLabel({ tax_bps, tax_name, tax_category }: TaxRate): string {
  if (tax_bps === 0 && tax_name === null && tax_category === null) return 'No tax stated'
  const percent = formatBasisPoints(tax_bps)
  const name = tax_name ?? (tax_category === null ? 'Tax' : TAX_CATEGORY_NAMES[tax_category])
  return name.includes('%') ? name : `${name} ${percent}`
}
