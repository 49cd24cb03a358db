import { z } from 'zod'
import { calendarDate } from '../../../base/schemas/dates.ts'
import { MAX_INSTALLMENTS } from '../installments.ts'

const NUMBER = `Choose 2 to ${MAX_INSTALLMENTS} installments.`

/** The due dates of equal parts; empty if the invoice is paid at once. */
export const installmentDates = z
  .array(calendarDate)
  .max(MAX_INSTALLMENTS, NUMBER)
  .refine((dates) => dates.length !== 1, NUMBER)
  .refine(
    (dates) => dates.every((date, index) => index === 0 || (dates[index - 1] ?? '') < date),
    'Each installment must be due after the previous one.',
  )
