import { z } from 'zod'
import { useRouteTab, useSearchState } from '#client/lib/search-state.ts'
import { PAYMENT_STATUSES } from '#shared/payments.ts'
import { PAYOUT_STATUSES } from '#shared/payouts.ts'

export const PAYMENT_TABS = ['subscriptions', 'invoices', 'history', 'quick-pay'] as const
export type PaymentTab = (typeof PAYMENT_TABS)[number]

const STATUS_FILTERS = ['draft', 'sent', 'pending', 'open', 'paid', 'overdue', 'void'] as const

/** What the address of the payments screen holds. */
export const paymentsSearch = z.object({
  tab: z.enum(PAYMENT_TABS).nullable().catch(null),
  /** The plan being subscribed to. */
  plan: z.uuid().nullable().catch(null),
  search: z.string().catch(''),
  status: z.enum(STATUS_FILTERS).nullable().catch(null),
  client: z.uuid().nullable().catch(null),
  view: z.enum(['recurring', 'payouts']).nullable().catch(null),
  /** The invoice whose drawer is open, and whether its card form is. */
  invoice: z.uuid().nullable().catch(null),
  pay: z.coerce.boolean().catch(false),
  /** The open dialog. */
  new: z.coerce.boolean().catch(false),
  edit: z.uuid().nullable().catch(null),
  statement: z.coerce.boolean().catch(false),
  /** The saved cards beside the tab. */
  cards: z.coerce.boolean().catch(false),
  payment: z.enum(PAYMENT_STATUSES).nullable().catch(null),
  payout: z.enum(PAYOUT_STATUSES).nullable().catch(null),
})

export function usePaymentsSearch() {
  const routeTab = useRouteTab()
  const [state, setState] = useSearchState(paymentsSearch)
  const tab = state.tab ?? paymentsSearch.shape.tab.parse(routeTab) ?? 'subscriptions'
  return [{ ...state, tab }, setState] as const
}
