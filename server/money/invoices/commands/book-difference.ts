import { selectFrom } from '../../../base/core/rows/rows.ts'
import { newId } from '../../../base/db/values.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { postLedger } from '../../ledger/commands/post-ledger.ts'
import type { Books } from '../../ledger/queries/open-days.ts'
import { isStanding } from '../../ledger/queries/standing.ts'
import type { MovedInvoice } from './move.ts'

/** The id is null for a deposit. */
type Invoice = Pick<MovedInvoice, 'agency_id' | 'client_id' | 'project_id' | 'number'> & { id: string | null }

interface Of {
  payment?: { id: string; kind: 'payment' | 'refund' }
  /** The difference that this one reverses. */
  reversesId?: string
}

/**
 * Exchange differences are a separate entry, so that the ledger's total equals what was received. Returns the entry;
 * null without a difference.
 */
export async function bookDifference(
  tx: Books,
  invoice: Invoice,
  difference: number,
  { payment, reversesId }: Of = {},
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
    ...(reversesId !== undefined && { reversesId }),
    description: `Exchange difference of ${payment === undefined ? 'credit on' : `the ${payment.kind} of`} ${invoice.number ?? 'a deposit'}`,
  })
  return id
}

/** Books the difference of credit that is removed: reverses those of the credit, and books what rounding leaves. */
export async function reverseDifferences(
  tx: Books,
  invoice: Invoice & { id: string },
  difference: number,
): Promise<void> {
  if (difference === 0) return
  const booked = await selectFrom(tx, 'ledger_entries')
    .select(['ledger_entries.id', 'ledger_entries.amount'])
    .where('ledger_entries.agency_id', '=', invoice.agency_id)
    .where('ledger_entries.invoice_id', '=', invoice.id)
    .where('ledger_entries.payment_id', 'is', null)
    .where('ledger_entries.category', '=', 'exchange_differences')
    .where(isStanding)
    .orderBy('ledger_entries.id')
    .execute()
  for (const { id, amount } of booked) await bookDifference(tx, invoice, -amount, { reversesId: id })
  const rest = booked.reduce((sum, { amount }) => sum + amount, difference)
  await bookDifference(tx, invoice, rest)
}
