import { z } from 'zod'
import { calendarDate, IN_ORDER, inOrder } from '../../../base/schemas/dates.ts'
import { PROFIT_BASES, PROFIT_GROUPS, PROFIT_PARTS } from '../profit.ts'

const period = { from: calendarDate.nullish(), to: calendarDate.nullish() }
const basis = z.enum(PROFIT_BASES).default('issued')
const record = { project_id: z.uuid().nullish(), client_id: z.uuid().nullish() }

/** For one project or one client or, without either, for the whole agency. */
export const profitInput = z.strictObject({ ...period, ...record, basis }).refine(inOrder, IN_ORDER)

export const profitListInput = z
  .strictObject({ ...period, basis, by: z.enum(PROFIT_GROUPS).default('project') })
  .refine(inOrder, IN_ORDER)

export const profitRowsInput = z
  .strictObject({ ...period, ...record, part: z.enum(PROFIT_PARTS) })
  .refine(inOrder, IN_ORDER)
