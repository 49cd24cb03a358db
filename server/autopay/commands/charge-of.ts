import type { AutopayCharge } from '#shared/events/autopay.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Tx } from '../../core/context.ts'
import { addPayLink } from '../../invoices/commands/create-pay-link.ts'

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

/** What every event of a charge says, with a fresh pay link for its mail. */
export async function chargeOf(tx: Tx, invoice: Invoice, amount: number) {
  return {
    id: invoice.id,
    agencyId: invoice.agency,
    clientId: invoice.client_id,
    number: invoice.number ?? '',
    clientName: invoice.client_name,
    clientEmail: invoice.client_email,
    issuerName: invoice.issuer_name,
    amount,
    currency: invoice.currency,
    payToken: await addPayLink(tx, invoice.id),
  } satisfies AutopayCharge & Record<string, unknown>
}
