import { z } from 'zod'
import { isWholeIn, PRICE_PARTS, RATE_PARTS } from '../money.ts'

/** A tax rate in basis points with up to one decimal, that is, three of a percentage: 887.5 is 8.875%. */
export const taxRateInput = z
  .number('Please enter a percentage.')
  .min(0)
  .max(10_000, 'Use at most 100%.')
  .refine(isWholeIn(RATE_PARTS), 'Use at most three decimal places.')

/** A unit price in minor units with up to four decimals: 16.48 is 0.1648 dollars. */
export const unitPrice = (max: number) =>
  z
    .number('Rate must be a number')
    .min(0, 'Rate cannot be negative')
    .max(max)
    .refine(isWholeIn(PRICE_PARTS), 'Use at most four decimal places of the smallest unit.')
