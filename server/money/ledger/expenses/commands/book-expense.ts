import type { z } from 'zod'
import { multiplyRatio } from '#shared/base/amounts/money.ts'
import { inputParts } from '#shared/money/input-tax.ts'
import { type ExpenseDto, isTaxPayment } from '#shared/money/ledger/finance.ts'
import type { expenseSaveInput } from '#shared/money/ledger/schemas/finance.ts'
import { type ExpensePart, opposite, partsInBase } from '#shared/money/ledger/taxes/tax-split.ts'
import type { Tx, UserCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { postLedger } from '../../commands/post-ledger.ts'
import { reverseEntry } from '../../commands/reverse-entry.ts'
import { openDay, requireConfirmed } from '../../queries/open-days.ts'
import { isStanding } from '../../queries/standing.ts'

type ExpenseSave = z.output<typeof expenseSaveInput>

type BookedExpense = ExpenseSave & { currency: string; base_amount: number | null }

/** Books the expense on its day, or today if that is in a closed period. */
export async function bookExpense(tx: Tx<UserCtx>, id: string, expense: BookedExpense): Promise<void> {
  if (isTaxPayment(expense.category)) return bookTaxPayment(tx, id, expense)
  const { amount, base_amount } = expense
  const sign = expense.refund ? -1 : 1
  const taxes = expense.refund ? taxesOf(expense).map(opposite) : taxesOf(expense)
  const charged = base_amount !== null && {
    baseAmount: sign * base_amount,
    split: partsInBase(taxes, (part) => multiplyRatio(base_amount, part, amount)),
  }
  await postLedger(tx, {
    agencyId: tx.reach.agencyId,
    direction: 'expense',
    category: expense.category,
    amount: sign * amount,
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

/** What is owed to the tax office falls by a payment and rises by a refund. */
async function bookTaxPayment(tx: Tx<UserCtx>, id: string, payment: BookedExpense): Promise<void> {
  const { category, amount, base_amount, currency, description } = payment
  const sign = category === 'tax_refunds' ? 1 : -1
  await postLedger(tx, {
    ...{ category, currency, description, expenseId: id },
    agencyId: tx.reach.agencyId,
    direction: 'liability',
    amount: sign * amount,
    occurredOn: payment.spent_on,
    ...(base_amount !== null && { baseAmount: sign * base_amount }),
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

/**
 * The earliest day on which the expense was booked. An expense moved out of a closed period still belongs to the
 * day booked there.
 */
export async function firstBookedOn(tx: Tx<UserCtx>, { id, spent_on }: ExpenseDto): Promise<string> {
  const first = await selectFrom(tx, 'ledger_entries')
    .select('occurred_on')
    .where('expense_id', '=', id)
    .orderBy('occurred_on')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined && first.occurred_on < spent_on ? first.occurred_on : spent_on
}

const taxesOf = (expense: ExpenseSave): ExpensePart[] =>
  inputParts({
    gross: expense.amount,
    tax: expense.tax_amount ?? 0,
    tax_bps: expense.tax_bps ?? 0,
    treatment: expense.treatment,
    country: expense.supplier_country ?? null,
    owed_bps: expense.owed_bps ?? null,
    deductible_bps: expense.deductible_bps,
  })
