import { z } from 'zod'
import { calendarDate } from '../../schemas/dates.ts'
import { isCurrency } from '../currencies.ts'
import { MAX_RATES_AT_ONCE } from '../exchange.ts'
import { readNumber } from '../typed-number.ts'

/** Units of one currency per unit of another, as decimal text to avoid rounding: `1.0842`. */
export const exchangeRate = z
  .string()
  .trim()
  .max(30, 'Please enter a rate such as 1.0842.')
  .overwrite((text) => readNumber(text, { decimals: 12, grouped: false }) ?? text)
  .regex(/^\d{1,9}(\.\d{1,12})?$/, 'Please enter a rate such as 1.0842.')
  .refine((text) => /[1-9]/.test(text), 'The rate must be more than 0.')

/** Empty uses the exchange rate table. */
export const optionalExchangeRate = exchangeRate
  .nullish()
  .or(z.literal(''))
  .transform((rate) => rate || null)

export const currencyCode = z
  .string()
  .max(10, 'Please choose a valid currency.')
  .trim()
  .toUpperCase()
  .refine(isCurrency, 'Please choose a valid currency.')

/** Applies one rate to everything in a currency that was booked without one. */
export const missingRateInput = z.strictObject({
  currency: currencyCode,
  rate: exchangeRate,
})

/** Rates per euro, one line for each day and currency. */
export const exchangeRatesInput = z.strictObject({
  rates: z
    .array(
      z.strictObject({
        quoted_on: calendarDate,
        currency: currencyCode,
        per_euro: exchangeRate,
      }),
    )
    .min(1)
    .max(MAX_RATES_AT_ONCE),
})
