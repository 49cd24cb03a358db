import { z } from 'zod'
import { currencyCode } from './exchange.ts'
import { MAX_AMOUNT } from './invoices.ts'
import { pageInput } from './paging.ts'
import { optionalText, requiredText, searchText } from './text.ts'

/** Inserts without `id`, updates with it. */
export const productSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  /** What the line of an invoice says. */
  name: requiredText('Please name the product.', 500),
  unit: optionalText(30),
  /** Minor units of `currency`. */
  rate: z.int('Rate must be a number').min(0, 'Rate cannot be negative').max(MAX_AMOUNT),
  /** Defaults to the agency's. */
  currency: currencyCode.optional(),
  tax_rate_id: z.uuid().nullish(),
})

export const productListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  /** Only those in this currency. */
  currency: currencyCode.nullish(),
  archived: z.boolean().default(false),
})

export const productArchiveInput = z.strictObject({ id: z.uuid(), archived: z.boolean() })

/** What is sold again and again, as a line of an invoice begins. */
export interface ProductDto {
  id: string
  name: string
  unit: string | null
  /** Minor units of `currency`, for one of the unit. */
  rate: number
  currency: string
  /** Null takes the default of agency or client. */
  tax_rate_id: string | null
  tax_rate_name: string | null
  archived_at: string | null
  version: number
}
