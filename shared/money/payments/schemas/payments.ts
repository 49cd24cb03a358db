import { z } from 'zod'
import { MAX_AMOUNT } from '../../../base/amounts/money.ts'
import { currencyCode } from '../../../base/amounts/schemas/exchange.ts'
import { taxRateInput } from '../../../base/amounts/schemas/rates.ts'
import { calendarDate, instantText } from '../../../base/schemas/dates.ts'
import { idInput } from '../../../base/schemas/ids.ts'
import { pageInput } from '../../../base/schemas/paging.ts'
import { optionalText, requiredText } from '../../../base/schemas/text.ts'
import { creditLines } from '../../invoices/schemas/lines.ts'
import { confirmPeriod } from '../../ledger/schemas/closed-periods.ts'
import { CARD_MISSING, PAYMENT_STATUSES } from '../payments.ts'

/** A test token or a Stripe PaymentMethod id; anything that looks like a card number is rejected. */
const newCard = z
  .string(CARD_MISSING)
  .max(200, CARD_MISSING)
  .regex(/^(mock_card_[a-z0-9]+|pm_[A-Za-z0-9_]+)$/, CARD_MISSING)
/** Any new payment method: a card or the Payment Element's ConfirmationToken. */
const newMethod = z
  .string(CARD_MISSING)
  .max(200, CARD_MISSING)
  .regex(
    /^(mock_(card|debit|redirect|voucher)[a-z0-9_]*|pm_[A-Za-z0-9_]+|ctoken_[A-Za-z0-9_]+)$/,
    CARD_MISSING,
  )
/** A new card's token, or the id of one of the caller's saved cards. */
const anyCard = z.union([newCard, z.uuid()], CARD_MISSING)

/** `request_id` is generated once per submitted form; repeating it never charges twice. */
const requestId = { request_id: z.uuid() }
const cardCharge = { method: anyCard, ...requestId }
const anyMethod = z.union([newMethod, z.uuid()], CARD_MISSING)
/** Minor units; defaults to the full amount due. The owner decides whether parts are allowed. */
const part = {
  amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT).optional(),
}
/** Saves a new card for the caller's future payments. */
const saveCard = { save_card: z.boolean().default(false) }

export const payInvoiceInput = z.strictObject({
  invoice_id: z.uuid(),
  method: anyMethod,
  ...part,
  ...requestId,
  ...saveCard,
})
export const payByLinkInput = z.strictObject({
  token: z.string().min(20).max(100),
  method: newMethod,
  ...part,
  ...requestId,
})
export const quickPayInput = z.strictObject({ method: anyMethod, ...requestId, ...saveCard })
export const subscribeInput = z.strictObject({
  plan_id: z.uuid(),
  ...cardCharge,
  /** The time of the preview, so that the price matches it. */
  proration_date: instantText.optional(),
})
/** Pays a failed renewal with another card. */
export const payOverdueInput = z.strictObject(cardCharge)

/** For the invoice of a pay link, or for the caller. */
export const providerInput = z.strictObject({ token: z.string().min(20).max(100).optional() }).optional()

export const addCardInput = z.strictObject({ method: newCard, ...requestId })

export const confirmByLinkInput = idInput.extend({ token: z.string().min(20).max(100) })

export const paymentListInput = z.strictObject({
  ...pageInput,
  status: z.enum(PAYMENT_STATUSES).nullish(),
  client_id: z.uuid().nullish(),
  invoice_id: z.uuid().nullish(),
})

/** Confirms a day more than a year before the invoice's, which is usually a mistyped year. */
const confirmDay = { confirm_day: z.boolean().optional() }

/** A deposit's advance invoice: the tax that the deposit includes. */
export const advanceInput = z.strictObject({
  /** One of the agency's tax rates; it determines the percentage. */
  tax_rate_id: z.uuid().nullish(),
  tax_bps: taxRateInput.default(0),
})

/** A payment received another way, recorded by the owner for an invoice or as a client's deposit. */
export const manualPaymentInput = z
  .strictObject({
    invoice_id: z.uuid().optional(),
    client_id: z.uuid().optional(),
    /** A deposit's currency; defaults to the client's billing currency. */
    currency: currencyCode.optional(),
    amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT),
    method: z.enum(['bank', 'cash', 'other']),
    description: optionalText(200),
    paid_on: calendarDate.optional(),
    /** False if the transfer hasn't arrived yet. */
    received: z.boolean().default(true),
    /** Keeps what is above the amount due as the client's credit; otherwise more isn't accepted. */
    keep_surplus: z.boolean().optional(),
    /** Sends an advance invoice for a deposit, with its tax, paid with the deposit as of the day it was received. */
    advance: advanceInput.optional(),
    /** Mails the client a confirmation once it is received. */
    mail_receipt: z.boolean().default(true),
    request_id: z.uuid(),
    ...confirmPeriod,
    ...confirmDay,
  })
  .refine((input) => (input.invoice_id === undefined) !== (input.client_id === undefined), {
    message: 'Choose an invoice or a client.',
  })
  .refine((input) => input.advance === undefined || (input.received && input.client_id !== undefined), {
    message: 'Only a deposit that was received gets an advance invoice.',
  })

export const settleManualInput = z.strictObject({
  id: z.uuid(),
  received: z.boolean(),
  /** The day it was received; defaults to today. */
  paid_on: calendarDate.optional(),
  /** Confirms a day in a locked period. */
  confirm_period: z.boolean().optional(),
  ...confirmDay,
  mail_receipt: z.boolean().default(true),
})

/** For one that was recorded by mistake; the confirmation is for a payment of a locked period. */
export const reversePaymentInput = z.strictObject({ id: z.uuid(), ...confirmPeriod })

export const refundInput = z.strictObject({
  id: z.uuid(),
  /** Minor units; defaults to the full remaining amount. */
  amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT).optional(),
  ...requestId,
  reason: requiredText('Please enter a reason.', 500),
  /** Issues a credit note for the same amount, so that it doesn't become due again. */
  credit: z.boolean().default(false),
  /** The lines to credit, which determine the amount. */
  credit_lines: creditLines.optional(),
  /** Only records it: the money was returned elsewhere, because the payment's account is no longer connected. */
  by_hand: z.boolean().optional(),
})
