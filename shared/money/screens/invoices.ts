import { allows } from '../../base/policies.ts'
import { call, list, screen } from '../../base/screens.ts'

export const NO_INVOICE_FILTERS = { search: '', status: null, client: null, currency: null }

interface InvoiceFilters {
  client: string | null
  side: 'received' | null
}

/** The list's input; users who issue invoices see those, unless they request the others. */
export const invoiceListInput = <Filters extends InvoiceFilters>(
  { client, side, ...filters }: Filters,
  issuer: boolean,
) => ({ ...filters, client_id: client, side: side ?? (issuer ? ('issued' as const) : null) })

/** Payments, opened on its invoices. */
export const invoices = screen({
  label: 'Invoices',
  address: '/invoices',
  aliases: ['/my-invoices'],
  can: 'payment.read',
  icon: 'file-invoice',
  key: 'I',
  palette: 'invoice.read',
  firstCalls: ({ role, client_id }) => [
    call('invoices.summary'),
    call('views.list', { list: 'invoices' }),
    list(
      'invoices.list',
      invoiceListInput({ ...NO_INVOICE_FILTERS, side: null }, allows(role, 'client.read')),
    ),
    ...(client_id === null ? [] : [call('invoices.clientCredit', { client_id })]),
  ],
})
