import type { BankLineDto } from '#shared/money/bank/bank.ts'
import { openStorage } from '../../../base/adapters/storage/storage.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { reverseEntry } from '../../ledger/commands/reverse-entry.ts'
import { deleteExpense } from '../../ledger/expenses/commands/delete-expense.ts'
import { isStanding } from '../../ledger/queries/standing.ts'
import { reversePayment } from '../../payments/commands/reverse.ts'
import { undoRefund } from '../../payments/commands/undo-refund.ts'
import { reopenPayout } from '../../payouts/commands/cancel.ts'
import { getBankLine } from '../queries/lines.ts'
import { aboutLine, requireLine } from './accept.ts'

/** Reverses what accepting the line booked, all or nothing, and marks it as open again. */
export function undoMatch(ctx: AgencyCtx, { id }: { id: string }): Promise<BankLineDto> {
  return transact(ctx, async (tx) => {
    const line = await reopenLine(tx, id)
    const matches = await selectFrom(tx, 'bank_matches')
      .selectAll()
      .where('agency_id', '=', tx.reach.agencyId)
      .where('line_id', '=', id)
      .orderBy('position', 'desc')
      .execute()
    for (const match of matches) {
      if (match.booked === 1) await reverse(tx, match)
      if (match.difference_id !== null) await reverseDifference(tx, match.difference_id)
      if (match.other_line_id !== null) await reopenOther(tx, match.other_line_id)
    }
    await deleteFrom(tx, 'bank_matches').where('line_id', '=', id).execute()
    await record(tx, 'bank-line.undone', { id, ...aboutLine(line) })
    return getBankLine(tx, id)
  })
}

async function reopenLine(tx: Tx<AgencyCtx>, id: string) {
  const line = await reopened(tx, id)
    .where('status', '=', 'matched')
    .returning(['id', 'account_id', 'booked_on', 'amount', 'currency', 'party_name', 'party_iban', 'text'])
    .executeTakeFirst()
  if (line !== undefined) return line
  await requireLine(tx, id)
  throw new AppError('CONFLICT', 'This line is not matched.')
}

interface Booked {
  amount: number
  payment_id: string | null
  refund_id: string | null
  expense_id: string | null
  payout_id: string | null
}

const UNDONE = 'The match with the bank statement was undone.'

/** An entry already reversed by hand remains reversed. */
async function reverse(tx: Tx<AgencyCtx>, match: Booked): Promise<void> {
  if (match.payment_id !== null) {
    await reversePayment(tx, match.payment_id, UNDONE)
  }
  if (match.refund_id !== null) await undoRefund(tx, match.refund_id, UNDONE)
  if (match.payout_id !== null) await reopenPayout(tx, { id: match.payout_id, confirm_period: true })
  if (match.expense_id !== null) {
    const expense = await selectFrom(tx, 'expenses')
      .select('id')
      .where('id', '=', match.expense_id)
      .where('reversed_on', 'is', null)
      .executeTakeFirst()
    if (expense !== undefined) {
      await deleteExpense(tx, { ...expense, confirm_period: true }, openStorage(tx.services.config))
    }
  }
}

/** Also that of an entry which was refunded or reversed by other means. */
async function reverseDifference(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  const entry = await selectFrom(tx, 'ledger_entries')
    .selectAll()
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .where(isStanding)
    .executeTakeFirst()
  if (entry !== undefined) await reverseEntry(tx, entry)
}

async function reopenOther(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  await deleteFrom(tx, 'bank_matches').where('line_id', '=', id).execute()
  await reopened(tx, id).execute()
}

const reopened = (tx: Tx<AgencyCtx>, id: string) =>
  updateTable(tx, 'bank_lines')
    .set((eb) => ({
      status: 'open',
      settled_at: null,
      updated_at: toInstant(tx.now),
      version: eb('version', '+', 1),
    }))
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
