import { type Condition, own, type Reach, type Visibility } from '../../base/core/rows/visibility.ts'

interface OfPayee {
  is: (column: 'agency_id' | 'employee_id', value: string | null) => Condition
  all: (...conditions: Condition[]) => Condition
}

const ownPay = (row: OfPayee, reach: Reach): Condition =>
  row.all(own(row, reach), row.is('employee_id', reach.employeeId))

/** Contributors see what concerns their own pay. */
export const payoutVisibility = {
  payouts: { agency: own, contributor: ownPay },
  payout_batches: { agency: own },
  payout_accounts: { agency: own, contributor: ownPay },
  payout_bills: { agency: own, contributor: ownPay },
  payout_bill_files: { agency: own, contributor: ownPay },
  self_billing_agreements: { agency: own, contributor: ownPay },
  self_bill_series: { agency: own, contributor: ownPay },
  self_bills: { agency: own, contributor: ownPay },
  payout_tax_changes: { agency: own },
  sepa_batches: { agency: own },
  sepa_transfers: { agency: own },
} satisfies Pick<
  Visibility,
  | 'payouts'
  | 'payout_batches'
  | 'payout_accounts'
  | 'payout_bills'
  | 'payout_bill_files'
  | 'self_billing_agreements'
  | 'self_bill_series'
  | 'self_bills'
  | 'payout_tax_changes'
  | 'sepa_batches'
  | 'sepa_transfers'
>
