import { z } from 'zod'
import { MAX_AMOUNT } from '../../../base/amounts/money.ts'
import { currencyCode } from '../../../base/amounts/schemas/exchange.ts'
import { unitPrice } from '../../../base/amounts/schemas/rates.ts'
import { pageInput } from '../../../base/schemas/paging.ts'
import { optionalText, requiredText, searchText } from '../../../base/schemas/text.ts'

/** Inserts without `id`, updates with it. */
export const productSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  /** The description of the invoice line. */
  name: requiredText('Please enter a name.', 500),
  unit: optionalText(30),
  /** Minor units of `currency`, with up to four decimals. */
  rate: unitPrice(MAX_AMOUNT),
  /** Defaults to the agency's. */
  currency: currencyCode.optional(),
  tax_rate_id: z.uuid().nullish(),
})

export const productListInput = z.strictObject({
  ...pageInput,
  search: searchText,
  /** Only products in this currency. */
  currency: currencyCode.nullish(),
  archived: z.boolean().default(false),
})

export const productArchiveInput = z.strictObject({ id: z.uuid(), archived: z.boolean() })
