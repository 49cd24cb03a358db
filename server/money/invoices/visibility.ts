import { everyReach, own, type Row, type Rule, type Visibility } from '../../base/core/rows/visibility.ts'

/** The payer sees an invoice once it is sent. */
const owedByMe: Rule<'invoices'> = (row, reach) =>
  row.all(row.isNot('status', 'draft'), row.is('payer_user_id', reach.userId))

const ofInvoice = (
  row: Row<'invoice_instalments' | 'invoice_items' | 'invoice_pay_links' | 'invoice_reminders'>,
) => row.partOf('invoice_id', 'invoices')

const withInvoice = { ...everyReach(ofInvoice), platform: ofInvoice }

export const invoiceVisibility = {
  invoices: {
    agency: (row, reach) =>
      row.any(
        own(row, reach),
        row.all(row.isNot('status', 'draft'), row.is('payer_agency_id', reach.agencyId)),
        owedByMe(row, reach),
      ),
    contributor: owedByMe,
    client: (row, reach) =>
      row.any(
        owedByMe(row, reach),
        row.all(
          own(row, reach),
          row.isNot('status', 'draft'),
          reach.seesBilling ? row.is('client_id', reach.clientId) : row.none(),
        ),
      ),
    /** Invoices of suppliers are only visible to the two parties. */
    platform: (row, reach) => row.any(row.isOneOf('issuer', ['agency', 'platform']), owedByMe(row, reach)),
    link: (row, reach) => row.all(row.is('id', reach.invoiceId), row.isNot('status', 'draft')),
    alone: owedByMe,
  },
  invoice_instalments: withInvoice,
  invoice_items: withInvoice,
  invoice_pay_links: withInvoice,
  invoice_reminders: withInvoice,
  recurring_invoices: { agency: own },
  client_credits: {
    agency: own,
    client: (row, reach) =>
      row.all(own(row, reach), reach.seesBilling ? row.is('client_id', reach.clientId) : row.none()),
  },
  collection_rules: { agency: own },
} satisfies Pick<
  Visibility,
  | 'client_credits'
  | 'collection_rules'
  | 'invoice_instalments'
  | 'invoice_items'
  | 'invoice_pay_links'
  | 'invoice_reminders'
  | 'invoices'
  | 'recurring_invoices'
>
