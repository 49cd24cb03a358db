import type { z } from 'zod'
import { multiplyRatio } from '#shared/base/amounts/money.ts'
import type { expenseSaveInput } from '#shared/money/ledger/schemas/finance.ts'
import { partsInBase } from '#shared/money/ledger/tax-split.ts'
import type { TaxedPart } from '#shared/money/ledger/taxes.ts'
import type { Tx, UserCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { postLedger } from '../../commands/post-ledger.ts'
import { reverseEntry } from '../../commands/reverse-entry.ts'
import { openDay, requireConfirmed } from '../../queries/open-days.ts'
import { isStanding } from '../../queries/standing.ts'

type ExpenseSave = z.output<typeof expenseSaveInput>

/** Books the expense on its day, or today if that is in a closed period. */
export async function bookExpense(
  tx: Tx<UserCtx>,
  id: string,
  expense: ExpenseSave & { currency: string; base_amount: number | null },
): Promise<void> {
  const { amount, base_amount } = expense
  const taxes = taxesOf(expense)
  const charged = base_amount !== null && {
    baseAmount: base_amount,
    split: partsInBase(taxes, (part) => multiplyRatio(base_amount, part, amount)),
  }
  await postLedger(tx, {
    agencyId: tx.reach.agencyId,
    direction: 'expense',
    category: expense.category,
    amount,
    currency: expense.currency,
    description: expense.description,
    expenseId: id,
    clientId: expense.client_id,
    projectId: expense.project_id,
    occurredOn: expense.spent_on,
    taxes,
    ...charged,
  })
}

/** Reverses what is booked of the expense. */
export async function reverseBooking(
  tx: Tx<UserCtx>,
  id: string,
  confirmed: boolean | undefined,
): Promise<void> {
  const entries = await selectFrom(tx, 'ledger_entries')
    .selectAll()
    .where('expense_id', '=', id)
    .where(isStanding)
    .execute()
  for (const entry of entries) {
    const booked = await openDay(tx, entry.agency_id, entry.occurred_on)
    if (booked.state === 'locked') requireConfirmed(booked.until, confirmed)
    await reverseEntry(tx, entry)
  }
}

/** The included tax, which can be reclaimed. */
function taxesOf({ amount, tax_amount, tax_bps }: ExpenseSave): TaxedPart[] {
  const tax = tax_amount ?? 0
  if (tax === 0) return []
  const net = amount - tax
  return [{ tax_bps: tax_bps ?? 0, tax_name: null, tax_category: 'standard', tax_note: null, net, tax }]
}
