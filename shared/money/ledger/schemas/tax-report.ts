import { z } from 'zod'
import { taxRateInput } from '../../../base/amounts/schemas/rates.ts'
import { TAX_CATEGORIES } from '../../../base/amounts/taxes.ts'
import { calendarDate, IN_ORDER, inOrder } from '../../../base/schemas/dates.ts'
import { pageInput } from '../../../base/schemas/paging.ts'
import { TAX_BASES } from '../taxes/tax-report.ts'

const period = {
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
  basis: z.enum(TAX_BASES).default('issued'),
}

export const taxReportInput = z.strictObject(period).refine(inOrder, IN_ORDER)

/** The documents behind one figure of the report. */
export const taxDocumentsInput = z
  .strictObject({
    ...pageInput,
    ...period,
    side: z.enum(['output', 'input']).default('output'),
    tax_bps: taxRateInput,
    tax_name: z.string().trim().max(200).nullable(),
    tax_category: z.enum(TAX_CATEGORIES).nullable(),
    currency: z.string().trim().max(10).nullish(),
  })
  .refine(inOrder, IN_ORDER)
