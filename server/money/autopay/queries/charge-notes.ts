import { formatCharged } from '#shared/base/amounts/money.ts'
import { formatDate } from '#shared/base/format.ts'
import { methodName } from '#shared/money/payments/payments.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { plannedCharge } from './of-invoice.ts'

/** What autopay will charge. */
export async function chargeNotes(ctx: Ctx, invoiceId: string): Promise<string[]> {
  const planned = await plannedCharge(ctx, invoiceId)
  if (planned === null) return []
  const { card_brand: brand, card_last4: last4, currency, instalment_due_on } = planned.invoice
  const date = formatDate(planned.on)
  const isPart = instalment_due_on !== null
  if (planned.blocked !== null) {
    const what = isPart ? `what is due on ${date}` : 'it'
    return [`Autopay will not charge ${what}. ${planned.blocked} Please pay it yourself.`]
  }
  const what = isPart ? formatCharged(planned.amount, currency) : 'It'
  return [`${what} will be charged to your ${methodName({ brand, last4 })} on ${date}.`]
}
