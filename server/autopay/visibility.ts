import { everyReach, own, type Rule, type Visibility } from '../core/visibility.ts'

const ofInvoice: Rule<'autopay_attempts'> = (row) => row.partOf('invoice_id', 'invoices')

/** A client's people who see its bills see its mandates, and what was tried on its invoices. */
export const autopayVisibility = {
  autopay_mandates: {
    agency: own,
    client: (row, reach) =>
      row.all(own(row, reach), reach.seesBilling ? row.is('client_id', reach.clientId) : row.none()),
  },
  autopay_attempts: { ...everyReach(ofInvoice), platform: ofInvoice },
  autopay_rules: { agency: own },
} satisfies Pick<Visibility, 'autopay_attempts' | 'autopay_mandates' | 'autopay_rules'>
