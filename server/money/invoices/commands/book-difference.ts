import { newId } from '../../../base/db/values.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { postLedger } from '../../ledger/commands/post-ledger.ts'
import type { Books } from '../../ledger/queries/open-days.ts'
import type { MovedInvoice } from './move.ts'

/** The id is null for a deposit. */
type Invoice = Pick<MovedInvoice, 'agency_id' | 'client_id' | 'project_id' | 'number'> & { id: string | null }

/**
 * Exchange differences are a separate entry, so that the ledger's total equals what was received. Returns the entry;
 * null without a difference.
 */
export async function bookDifference(
  tx: Books,
  invoice: Invoice,
  difference: number,
  payment?: { id: string; kind: 'payment' | 'refund' },
): Promise<string | null> {
  if (difference === 0) return null
  const id = newId()
  const base = await agencyCurrency(tx, invoice.agency_id)
  await postLedger(tx, {
    id,
    agencyId: invoice.agency_id,
    clientId: invoice.client_id,
    projectId: invoice.project_id,
    invoiceId: invoice.id,
    direction: 'income',
    category: 'exchange_differences',
    amount: difference,
    currency: base,
    baseAmount: difference,
    ...(payment !== undefined && { paymentId: payment.id }),
    description: `Exchange difference of ${payment === undefined ? 'credit on' : `the ${payment.kind} of`} ${invoice.number ?? 'a deposit'}`,
  })
  return id
}
