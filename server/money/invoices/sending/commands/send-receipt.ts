import type { Addressees } from '#shared/identity/letterhead/document-mails.ts'
import { dueStanding } from '#shared/money/invoices/installments.ts'
import { settledBy } from '#shared/money/invoices/settled.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import type { MovedInvoice } from '../../commands/move.ts'
import { dueNext, planOf } from '../../queries/installments.ts'
import { addressOfPayer, billingRecipients, eachOnce } from '../queries/recipients.ts'
import { addPayLink } from './create-pay-link.ts'

interface Paid {
  /** Minor units. */
  amount: number
  /** Null if paid with the client's credit. */
  paymentId: string | null
  payerUserId: string | null
}

/**
 * Confirms a payment on a client's invoice, in the transaction that books it and therefore exactly once: a
 * receipt to the payer and all billing recipients if it settles the invoice, else a short confirmation to the
 * payer.
 */
export async function sendReceipt(tx: Tx, moved: MovedInvoice, paid: Paid): Promise<void> {
  const { id, client_id: clientId, agency_id: agencyId, number, status } = moved
  if (agencyId === null || clientId === null || number === null) return
  const settled = status === 'paid'
  if (!settled && status !== 'sent' && status !== 'overdue') return
  const invoice = await selectFrom(tx, 'invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .select(['invoices.title', 'invoices.issuer_name', 'clients.name'])
    .select((eb) => dueNext(eb).as('due_next'))
    .where('invoices.id', '=', id)
    .executeTakeFirstOrThrow()
  const due = { ...moved, ...invoice, instalments: await planOf(tx, moved) }
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
    amount: paid.amount,
    settled,
    standing: settled ? settledStanding(moved) : dueStanding(due),
    paymentId: paid.paymentId,
    payToken: await addPayLink(tx, id),
  })
}

const settledStanding = (invoice: MovedInvoice): string =>
  settledBy(invoice) === 'paid' ? 'is paid in full' : 'is settled'

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
