import { z } from 'zod'
import { MAX_AMOUNT } from '../../../base/amounts/money.ts'
import { currencyCode } from '../../../base/amounts/schemas/exchange.ts'
import { AUTOPAY_TEXT } from '../autopay.ts'

const MAX_RETRIES = 5
/** Days after the first attempt, for example `[3, 5, 7]`. */
const retryDays = z
  .array(z.int('Enter whole days').min(1, 'At least one day.').max(30, 'At most 30 days.'))
  .max(MAX_RETRIES, `At most ${MAX_RETRIES} retries.`)
  .refine((days) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0)), {
    message: 'Each retry must be later than the previous one.',
  })

export const autopayRulesInput = z.strictObject({
  version: z.int(),
  notice_days: z.int('Enter whole days').min(1, 'At least one day.').max(30, 'At most 30 days.'),
  retry_days: retryDays,
})
export type AutopayRulesDto = z.output<typeof autopayRulesInput>

/** Describes the rules. */
export function autopayRulesWords({ notice_days, retry_days }: Omit<AutopayRulesDto, 'version'>): string {
  const before = notice_days === 1 ? 'the day' : `${notice_days} days`
  const [last, ...others] = retry_days.toReversed()
  const days = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  const retries =
    last === undefined
      ? 'Declined charges are not retried.'
      : `Declined charges are retried ${days} ${last === 1 ? 'day' : 'days'} later.`
  return `Clients are emailed ${before} before each charge. ${retries} Expired cards and cards that need authentication are never retried.`
}

export const autopayClientInput = z.strictObject({ client_id: z.uuid() })
export const autopayInvoiceInput = z.strictObject({ invoice_id: z.uuid() })
export const giveAutopayInput = z.strictObject({
  /** Only for invoices of this plan. */
  recurring_id: z.uuid().nullish(),
  /** One of the caller's saved cards. */
  card_id: z.uuid('Choose a card.'),
  limit: z
    .strictObject({
      amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT),
      currency: currencyCode,
    })
    .nullish(),
  /** The version of the wording shown. */
  text_version: z.literal(AUTOPAY_TEXT, 'Please reload the page and read the current terms.'),
  agreed: z.literal(true, 'Please agree to the charges.'),
})
