import {
  everyone,
  everyReach,
  mine,
  own,
  type Rule,
  type Visibility,
} from '../../base/core/rows/visibility.ts'

const paidByMe: Rule<'payments'> = (row, reach) => row.is('payer_user_id', reach.userId)

const ofPayment: Rule<'payment_refunds'> = (row) => row.partOf('payment_id', 'payments')

const ofDisputed: Rule<'payment_disputes'> = (row) => row.partOf('payment_id', 'payments')

const personal = { ...everyone(mine), platform: mine }

/** Payments are visible to both parties, cards only to their owner. */
export const paymentVisibility = {
  payments: {
    agency: (row, reach) =>
      row.any(own(row, reach), row.is('payer_agency_id', reach.agencyId), paidByMe(row, reach)),
    contributor: paidByMe,
    client: (row, reach) =>
      row.any(
        paidByMe(row, reach),
        row.all(own(row, reach), reach.seesBilling ? row.is('client_id', reach.clientId) : row.none()),
      ),
    platform: (row, reach) => row.any(row.is('payee', 'platform'), paidByMe(row, reach)),
    link: (row, reach) => row.is('invoice_id', reach.invoiceId),
    alone: paidByMe,
  },
  payment_refunds: { ...everyReach(ofPayment), platform: ofPayment },
  payment_disputes: { ...everyReach(ofDisputed), platform: ofDisputed },
  payment_accounts: { agency: own, platform: (row) => row.none() },
  unmatched_disputes: { agency: own },
  provider_payouts: { agency: own },
  balance_movements: { agency: own },
  balance_reads: { agency: own },
  payment_customers: personal,
  saved_cards: personal,
  card_setups: personal,
} satisfies Pick<
  Visibility,
  | 'payments'
  | 'payment_refunds'
  | 'payment_disputes'
  | 'payment_accounts'
  | 'unmatched_disputes'
  | 'provider_payouts'
  | 'balance_movements'
  | 'balance_reads'
  | 'payment_customers'
  | 'saved_cards'
  | 'card_setups'
>
