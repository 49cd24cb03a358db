import { currencyCode, flag, id, oneOf, searchOf, text } from '#client/lib/search-params.ts'

export const paymentsSearch = searchOf({
  tab: oneOf(['subscriptions', 'invoices', 'history', 'quick-pay']),
  /** The plan being subscribed to. */
  plan: id,
  search: text,
  status: oneOf(['draft', 'sent', 'pending', 'open', 'paid', 'overdue', 'void', 'recently_paid']),
  client: id,
  /** The saved view of invoices that was opened. */
  saved: id,
  currency: currencyCode,
  /** Shows the agency's own plan invoices instead of those it issued. */
  side: oneOf(['received']),
  view: oneOf(['recurring', 'payouts']),
  /** The invoice that is open, and whether its card form is. */
  invoice: id,
  pay: flag,
  /** The payment whose receipt is open. */
  receipt: id,
  /** The open dialog. */
  new: flag,
  /** The client whose hours are being invoiced, and the contributor whose hours are being paid out. */
  hours_of: id,
  payee: id,
  edit: id,
  /** The document in the send dialog. */
  send: id,
  statement: flag,
  /** Whether the saved cards are open. */
  cards: flag,
  /** Whether the autopay terms are open, over the cards. */
  autopay: flag,
  payment: oneOf(['succeeded', 'pending', 'processing', 'failed', 'refunded', 'reversed']),
  /** The payment highlighted in the history. */
  shown: id,
  /** The payment from which the payer's bank returns the payer. */
  returned: id,
  payout: oneOf(['pending', 'succeeded', 'failed']),
})
