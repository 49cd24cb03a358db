import type { z } from 'zod'
import type { ExpenseDto, expenseSaveInput } from '#shared/finance.ts'
import type { TaxedPart } from '#shared/taxes.ts'
import type { FileStorage } from '../../adapters/file-storage.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom, insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { newId, toFlag, toInstant } from '../../db/values.ts'
import { getExpense } from '../queries/expenses.ts'
import { requireBooks } from '../rules.ts'
import { postLedger } from './post-ledger.ts'
import { setReceipt } from './set-receipt.ts'

type ExpenseSave = z.output<typeof expenseSaveInput>

/** Enters an expense in the caller's books (the platform's for its administrator), or changes one. */
export function saveExpense(ctx: UserCtx, input: ExpenseSave, storage: FileStorage): Promise<ExpenseDto> {
  requireBooks(ctx)
  return transact(ctx, async (tx) => {
    await requireReferences(tx, input)
    const id = input.id ?? newId()
    const currency = await agencyCurrency(tx, tx.reach.agencyId)
    if (input.id === undefined) await insertExpense(tx, input, id, currency)
    else await updateExpense(tx, input, id)
    await setReceipt(tx, id, input.receipt_id ?? null, storage)
    await deleteFrom(tx, 'ledger_entries').where('expense_id', '=', id).execute()
    await postLedger(tx, {
      agencyId: ctx.reach.agencyId,
      direction: 'expense',
      category: input.category,
      amount: input.amount,
      currency,
      description: input.description,
      expenseId: id,
      clientId: input.client_id,
      projectId: input.project_id,
      occurredOn: input.spent_on,
      taxes: taxesOf(input),
    })
    await record(tx, 'expense.changed', {
      id,
      description: input.description,
      change: input.id === undefined ? 'entered' : 'changed',
    })
    return getExpense(tx, id)
  })
}

/** The tax in it, which the tax office gives back. */
function taxesOf({ amount, tax_amount, tax_bps }: ExpenseSave): TaxedPart[] {
  const tax = tax_amount ?? 0
  if (tax === 0) return []
  const net = amount - tax
  return [{ tax_bps: tax_bps ?? 0, tax_name: null, tax_category: 'standard', tax_note: null, net, tax }]
}

/** The platform's books name no client and no project. */
async function requireReferences(tx: Tx<UserCtx>, input: ExpenseSave): Promise<void> {
  const { agencyId } = tx.reach
  if (input.client_id) {
    const client = await selectFrom(tx, 'clients')
      .select('id')
      .where('id', '=', input.client_id)
      .where('agency_id', agencyId === null ? 'is' : '=', agencyId)
      .executeTakeFirst()
    if (client === undefined) throw notFound('This client')
  }
  if (input.project_id) {
    const project = await selectFrom(tx, 'projects')
      .select('id')
      .where('id', '=', input.project_id)
      .where('agency_id', agencyId === null ? 'is' : '=', agencyId)
      .executeTakeFirst()
    if (project === undefined) throw notFound('This project')
  }
}

const columnsOf = (input: ExpenseSave) => ({
  category: input.category,
  vendor: input.vendor,
  description: input.description,
  amount: input.amount,
  spent_on: input.spent_on,
  client_id: input.client_id ?? null,
  project_id: input.project_id ?? null,
  rebillable: toFlag(input.rebillable),
  tax_amount: input.tax_amount ?? null,
  tax_bps: input.tax_bps ?? null,
})

async function insertExpense(
  tx: Tx<UserCtx>,
  input: ExpenseSave,
  id: string,
  currency: string,
): Promise<void> {
  const now = toInstant(tx.now)
  await insertInto(tx, 'expenses')
    .values({
      id,
      agency_id: tx.reach.agencyId,
      ...columnsOf(input),
      currency,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

async function updateExpense(tx: Tx<UserCtx>, input: ExpenseSave, id: string): Promise<void> {
  const current = await getExpense(tx, id)
  if (current.billed !== null) refuseToMove(current, input)
  const row = { agency_id: tx.reach.agencyId, id, version: input.version ?? current.version }
  await updateVersioned(tx, 'expenses', row, columnsOf(input), 'This expense')
}

/** What was charged to a client stays as it was charged, as long as an invoice says so. */
function refuseToMove(current: ExpenseDto, input: ExpenseSave): void {
  const stays =
    input.rebillable &&
    input.amount === current.amount &&
    (input.tax_amount ?? null) === current.tax_amount &&
    (input.client_id ?? null) === current.client_id
  if (!stays) throw billed(current)
}

/** The refusal to change or delete an expense that is on an invoice. */
export const billed = ({ billed: invoice }: ExpenseDto): AppError =>
  new AppError(
    'CONFLICT',
    `This expense is on ${invoice?.number ?? `the draft “${invoice?.title}”`}. Take it off the invoice first.`,
  )
