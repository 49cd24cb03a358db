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
  /** Of an agency: what it owes itself, in place of what it issued. */
  side: oneOf(['received']),
  view: oneOf(['recurring', 'payouts']),
  /** The invoice that is shown, and whether its card form is. */
  invoice: id,
  pay: flag,
  /** The payment whose receipt is shown. */
  receipt: id,
  /** The open dialog. */
  new: flag,
  /** The client whose hours are being invoiced, and the contributor whose hours are being paid out. */
  hours_of: id,
  payee: id,
  edit: id,
  /** The document being sent. */
  send: id,
  statement: flag,
  /** The saved cards beside the tab. */
  cards: flag,
  /** The terms of autopay, over the cards. */
  autopay: flag,
  payment: oneOf(['succeeded', 'pending', 'processing', 'failed', 'refunded']),
  /** The payment that the payer's bank sends them back from, and what the test provider's bank said. */
  returned: id,
  bank: oneOf(['approved', 'refused']),
  payout: oneOf(['pending', 'succeeded', 'failed']),
})
