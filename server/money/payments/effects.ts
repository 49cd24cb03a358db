import type { z } from 'zod'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { isRefundedByPayee, methodName, QUICK_PAY } from '#shared/money/payments/payments.ts'
import type { payInvoiceInput, refundInput } from '#shared/money/payments/schemas/payments.ts'
import { notFound } from '../../base/core/calls/errors.ts'
import type { Effects, Purposes } from '../../base/core/context.ts'
import { getInvoice } from '../invoices/queries/invoices.ts'
import { listCards } from './cards/queries/cards.ts'
import { getPayment } from './queries/payments.ts'

const PROVIDER = 'the payment provider'

export const PAYMENT_EFFECTS: Effects = {
  'payments.payInvoice': {
    does: 'Pays an invoice of the caller, or part of it, by card.',
    follows:
      'The card is charged at once; only the payee can refund it. The caller gets a receipt by email, as do the client’s billing contacts once nothing is due, and the client is emailed if its autopay has to be paused.',
    records: [
      'payment.succeeded',
      'invoice.paid',
      'invoice.receipt-sent',
      'payment.processing',
      'payment.waiting',
      'payment.failed',
      'card.changed',
    ],
    uses: PROVIDER,
    preview: async (ctx, input: z.output<typeof payInvoiceInput>) => {
      const invoice = await getInvoice(ctx, input.invoice_id)
      const amount = formatCharged(input.amount ?? invoice.amount_due, invoice.currency)
      const { seller } = invoice.parties
      return [
        `A card is charged ${amount} for “${invoice.number ?? invoice.title}” of ${seller.company ?? seller.name}.`,
      ]
    },
  },
  'payments.quickPay': {
    does: 'Pays the fixed Quick Pay amount by card: a client pays its agency, everyone else the platform.',
    follows:
      'The card is charged at once; only the payee can refund it. Who pays the platform gets a receipt by email.',
    records: ['payment.succeeded', 'payment.processing', 'payment.waiting', 'payment.failed', 'card.changed'],
    uses: PROVIDER,
    preview: async ({ actor }) => {
      const payee = actor.role === 'client' ? 'their agency' : 'the platform'
      return [
        `A card of ${actor.name} is charged ${formatCharged(QUICK_PAY.amount, QUICK_PAY.currency)}, for ${payee}.`,
      ]
    },
  },
  'payments.addCard': {
    does: 'Saves a card of the caller with the payment provider.',
    records: ['card.changed'],
    uses: PROVIDER,
  },
  'payments.confirmCard': {
    does: 'Finishes saving a card after authentication by its bank.',
    records: ['card.changed'],
    uses: PROVIDER,
  },
  'payments.setDefaultCard': {
    does: 'Chooses which saved card is offered first.',
    records: ['card.changed'],
    uses: PROVIDER,
  },
  'payments.removeCard': {
    does: 'Removes a saved card of the caller.',
    follows:
      'It can’t be restored, only saved again. A plan that renews on it switches to the next saved card; without one, the call is refused.',
    records: ['card.removed'],
    uses: PROVIDER,
    preview: async (ctx, { id }: { id: string }) => {
      const card = (await listCards(ctx)).find((saved) => saved.id === id)
      if (card === undefined) throw notFound('This card')
      return [`${methodName(card)} is removed.`]
    },
  },
  'payments.recordManual': {
    does: 'Records a payment received by bank transfer, in cash or otherwise, for an invoice or as a deposit.',
    follows:
      'The client gets a confirmation by email unless mail_receipt is false. It can be refunded later. With advance, a deposit also gets an advance invoice, which is sent and settled.',
    records: [
      'invoice.paid',
      'payment.succeeded',
      'payment.announced',
      'invoice.receipt-sent',
      'invoice.sent',
      'invoice.credit-applied',
    ],
  },
  'payments.settleManual': {
    does: 'Confirms that a reported bank transfer has arrived, or that it hasn’t; also a debit whose account was disconnected.',
    follows:
      'If it has, the payment is booked and confirmed to the client by email; if not, it counts as failed, and the client is emailed if its invoice is due again.',
    records: ['invoice.paid', 'payment.succeeded', 'payment.failed', 'invoice.receipt-sent'],
  },
  'payments.refund': {
    does: 'Refunds a payment by card, or part of it, to the payer; records a refund of any other payment.',
    follows:
      'Money paid by card is returned to the card and can’t be reclaimed. For a bank transfer, cash or other payment, no money moves: the agency returns it itself. With credit, a credit note is issued. A payer is notified of money that the payment provider returns, by email if they have no account.',
    records: [
      'payment.refunded',
      'payment.refund-failed',
      'invoice.credited',
      'invoice.paid',
      'time.billing-changed',
    ],
    uses: PROVIDER,
    preview: async (ctx, input: z.output<typeof refundInput>) => {
      const payment = await getPayment(ctx, input.id)
      const amount = formatCharged(input.amount ?? payment.amount - payment.refunded, payment.currency)
      const refunded = input.by_hand
        ? `A refund of ${amount} of “${payment.description}” is recorded. No money moves: it must have been returned elsewhere.`
        : isRefundedByPayee(payment)
          ? `A refund of ${amount} of “${payment.description}” is recorded. No money moves: pay it to ${payment.payer_name} yourself.`
          : `${amount} of “${payment.description}” is refunded to ${payment.payer_name}.`
      return input.credit ? [refunded, 'A credit note for the same amount is issued.'] : [refunded]
    },
  },
  'payments.reverse': {
    does: 'Reverses a payment that was recorded by mistake, such as on the wrong invoice. Not for a matched bank line: `bank.undo` reverses that one.',
    follows:
      'The entry is reversed on the day of the payment, and the invoice is due as before; no money moves, and no one is emailed. Record the payment again to correct it.',
    records: ['payment.refunded'],
  },
  'payments.confirm': {
    does: 'Finishes a card payment after authentication by the card’s bank.',
    follows:
      'The payment is booked as the payment provider reports it. Once it succeeds, the caller gets a receipt by email, as do the client’s billing contacts if nothing is due anymore.',
    records: [
      'invoice.paid',
      'invoice.receipt-sent',
      'payment.succeeded',
      'payment.processing',
      'payment.waiting',
      'payment.failed',
      'card.changed',
      'subscription.changed',
    ],
    uses: PROVIDER,
    preview: async (ctx, { id }: { id: string }) => {
      const { amount, currency, description } = await getPayment(ctx, id)
      return [`The payment of ${formatCharged(amount, currency)} for “${description}” is completed.`]
    },
  },
}

export const PAYMENT_PURPOSES: Purposes = {
  'payments.list': 'Finds payments that the caller made or received, by status, client or invoice.',
  'payments.receipt': 'Returns the printed content of a payment’s receipt.',
  'payments.cards': 'Lists the caller’s saved cards, for paying with one of them.',
}
