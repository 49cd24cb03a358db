import type { Addressees } from '#shared/billing-mails.ts'
import type { Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { selectFrom } from '../../core/rows.ts'
import { addressOfPayer, billingRecipients, eachOnce } from '../queries/recipients.ts'
import { addPayLink } from './create-pay-link.ts'
import type { MovedInvoice } from './move.ts'

interface Paid {
  /** Minor units. */
  amount: number
  /** Null where the client's credit paid. */
  paymentId: string | null
  payerUserId: string | null
}

/**
 * Confirms what was just paid on a client's invoice, in the transaction that books it and so exactly once: by a
 * receipt for the payer and all who get the client's bills if that settles it, else by a word to the payer alone.
 */
export async function sendReceipt(tx: Tx, moved: MovedInvoice, paid: Paid): Promise<void> {
  const { id, client_id: clientId, agency_id: agencyId, number, status } = moved
  if (agencyId === null || clientId === null || number === null) return
  const settled = status === 'paid'
  if (!settled && status !== 'sent' && status !== 'overdue') return
  const invoice = await selectFrom(tx, 'invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .select(['invoices.title', 'invoices.issuer_name', 'invoices.due_on', 'clients.name'])
    .where('invoices.id', '=', id)
    .executeTakeFirstOrThrow()
  await record(tx, 'invoice.receipt-sent', {
    id,
    agencyId,
    clientId,
    by: { userId: null, name: invoice.issuer_name },
    number,
    title: invoice.title,
    issuerName: invoice.issuer_name,
    clientName: invoice.name,
    mailTo: await recipientsOf(tx, clientId, { settled, payerUserId: paid.payerUserId }),
    currency: moved.currency,
    dueOn: invoice.due_on,
    amount: paid.amount,
    settled,
    paymentId: paid.paymentId,
    payToken: await addPayLink(tx, id),
  })
}

async function recipientsOf(
  tx: Tx,
  clientId: string,
  { settled, payerUserId }: { settled: boolean; payerUserId: string | null },
): Promise<Addressees> {
  const payer = await addressOfPayer(tx, clientId, payerUserId)
  if (!settled) return { to: [payer], cc: [], bcc: [] }
  const others = await billingRecipients(tx, clientId)
  return eachOnce({ ...others, to: [payer, ...others.to] })
}
