import { flag, id, oneOf, searchOf, text } from '#client/lib/search-params.ts'

export const paymentsSearch = searchOf({
  tab: oneOf(['subscriptions', 'invoices', 'history', 'quick-pay']),
  /** The plan being subscribed to. */
  plan: id,
  search: text,
  status: oneOf(['draft', 'sent', 'pending', 'open', 'paid', 'overdue', 'void']),
  client: id,
  /** The saved view of invoices that was opened. */
  saved: id,
  view: oneOf(['recurring', 'payouts']),
  /** The invoice whose drawer is open, and whether its card form is. */
  invoice: id,
  pay: flag,
  /** The open dialog. */
  new: flag,
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
