import { z } from 'zod'
import { MAX_AMOUNT } from '../../../base/amounts/money.ts'

/** With up to three decimals. */
export const lineQuantity = z
  .number('Quantity must be a number')
  .positive('Quantity must be more than 0')
  .max(1_000_000)
  .refine(
    (value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6,
    'Use at most three decimal places.',
  )

/** What to credit of a line: a quantity, an amount, or by default all that is left. */
export const creditLineInput = z
  .strictObject({
    /** The line's index in the invoice, from 0. */
    position: z.int().min(0).max(199),
    quantity: lineQuantity.optional(),
    /** Minor units; including tax if the invoice's prices do. */
    amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT).optional(),
  })
  .refine((line) => line.quantity === undefined || line.amount === undefined, {
    message: 'Enter a quantity or an amount.',
  })
export type CreditLine = z.output<typeof creditLineInput>
export const creditLines = z.array(creditLineInput).min(1, 'Choose at least one line.').max(200)
