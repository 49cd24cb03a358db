import type { AgencyId } from '#shared/base/roles.ts'
import type { AutopayCharge } from '#shared/money/autopay/events.ts'
import { present } from '../../../base/core/calls/errors.ts'
import type { Tx } from '../../../base/core/context.ts'
import { addPayLink } from '../../invoices/sending/commands/create-pay-link.ts'

interface Invoice {
  id: string
  agency: AgencyId
  client_id: string | null
  number: string | null
  client_name: string
  client_email: string
  issuer_name: string
  currency: string
}

/** The payload common to all charge events, with a new pay link for the mail. */
export async function chargeOf(tx: Tx, invoice: Invoice, amount: number) {
  return {
    id: invoice.id,
    agencyId: invoice.agency,
    clientId: invoice.client_id,
    number: present(invoice.number, 'The number of a charged invoice'),
    clientName: invoice.client_name,
    clientEmail: invoice.client_email,
    issuerName: invoice.issuer_name,
    amount,
    currency: invoice.currency,
    payToken: await addPayLink(tx, invoice.id),
  } satisfies AutopayCharge & Record<string, unknown>
}
