import { z } from 'zod'
import { calendarDate, IN_ORDER, inOrder } from '../../../base/schemas/dates.ts'
import { pageInput } from '../../../base/schemas/paging.ts'
import { requiredText } from '../../../base/schemas/text.ts'
import { TAX_RETURNS } from '../returns.ts'
import { TAX_BASES } from '../taxes/tax-report.ts'

const period = { from: calendarDate, to: calendarDate, basis: z.enum(TAX_BASES).default('issued') }

/** Without a kind, the first that is offered. */
export const taxReturnInput = z
  .strictObject({ ...period, kind: z.enum(TAX_RETURNS).nullish() })
  .refine(inOrder, IN_ORDER)

/** The key is that of a box, a line or the rest. */
export const returnDocumentsInput = z
  .strictObject({
    ...pageInput,
    ...period,
    kind: z.enum(TAX_RETURNS),
    key: requiredText('Choose a box or a line.'),
  })
  .refine(inOrder, IN_ORDER)

/** Query parameters of a return's file; the byte order mark as in `booksFileInput`. */
export const returnFileInput = z
  .strictObject({
    ...period,
    bom: z
      .enum(['yes', 'no'])
      .default('yes')
      .transform((answer) => answer === 'yes'),
  })
  .refine(inOrder, IN_ORDER)
