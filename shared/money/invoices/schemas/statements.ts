import { z } from 'zod'
import { currencyCode } from '../../../base/amounts/schemas/exchange.ts'
import { calendarDate } from '../../../base/schemas/dates.ts'

export const statementInput = z.strictObject({
  client_id: z.uuid(),
  from: calendarDate,
  to: calendarDate,
  /** Defaults to the client's billing currency. */
  currency: currencyCode.optional(),
})
