import { everyReach, own, type Rule, type Visibility } from '../../base/core/rows/visibility.ts'

const ofInvoice: Rule<'autopay_attempts'> = (row) => row.partOf('invoice_id', 'invoices')

/** People who can see a client's bills can also see its mandates and charge attempts. */
export const autopayVisibility = {
  autopay_mandates: {
    agency: own,
    client: (row, reach) =>
      row.all(own(row, reach), reach.seesBilling ? row.is('client_id', reach.clientId) : row.none()),
  },
  autopay_attempts: { ...everyReach(ofInvoice), platform: ofInvoice },
  autopay_rules: { agency: own },
} satisfies Pick<Visibility, 'autopay_attempts' | 'autopay_mandates' | 'autopay_rules'>
