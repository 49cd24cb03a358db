import type { z } from 'zod'
import type { ExpenseDto, expenseSaveInput } from '#shared/finance.ts'
import { recordActivity } from '../../activity/record.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toFlag, toInstant } from '../../db/values.ts'
import { conflict, notFound } from '../../errors.ts'
import type { FileStorage } from '../../services/storage.ts'
import { getExpense } from '../queries/expenses.ts'
import { requireBooks } from '../rules.ts'
import { postLedger } from './ledger.ts'
import { setReceipt } from './receipts.ts'

type ExpenseSave = z.output<typeof expenseSaveInput>

/** Enters an expense in the caller's books (the platform's for its administrator), or changes one. */
export function saveExpense(
  db: Db,
  scope: Scope,
  input: ExpenseSave,
  storage: FileStorage,
): Promise<ExpenseDto> {
  requireBooks(scope)
  return transact(db, async (trx) => {
    await requireReferences(trx, scope, input)
    const id = input.id ?? newId()
    const currency = await booksCurrency(trx, scope)
    if (input.id === undefined) await insertExpense(trx, scope, input, id, currency)
    else await updateExpense(trx, scope, input, id)
    await setReceipt(trx, scope, id, input.receipt_id ?? null, storage)
    await trx.deleteFrom('ledger_entries').where('expense_id', '=', id).execute()
    await postLedger(trx, scope.now, {
      agencyId: scope.agencyId,
      direction: 'expense',
      category: input.category,
      amount: input.amount,
      currency,
      description: input.description,
      expenseId: id,
      clientId: input.client_id,
      projectId: input.project_id,
      occurredOn: input.spent_on,
    })
    await record(trx, scope, id, `Expense “${input.description}” ${input.id ? 'changed' : 'entered'}`)
    return getExpense(trx, scope, id)
  })
}

async function requireReferences(trx: Trx, scope: Scope, input: ExpenseSave): Promise<void> {
  if (input.client_id) {
    const client = await trx
      .selectFrom('clients')
      .select('id')
      .where('id', '=', input.client_id)
      .where((eb) => eb(eb.cast<string>('agency_id', 'text'), '=', scope.agencyId ?? ''))
      .executeTakeFirst()
    if (client === undefined) throw notFound('This client')
  }
  if (input.project_id) {
    const project = await trx
      .selectFrom('projects')
      .select('id')
      .where('id', '=', input.project_id)
      .where((eb) => eb(eb.cast<string>('agency_id', 'text'), '=', scope.agencyId ?? ''))
      .executeTakeFirst()
    if (project === undefined) throw notFound('This project')
  }
}

async function booksCurrency(trx: Trx, scope: Scope): Promise<string> {
  if (scope.agencyId === null) return 'USD'
  const agency = await trx
    .selectFrom('agencies')
    .select('currency')
    .where('id', '=', scope.agencyId)
    .executeTakeFirstOrThrow()
  return agency.currency
}

const columnsOf = (input: ExpenseSave, scope: Scope) => ({
  category: input.category,
  vendor: input.vendor,
  description: input.description,
  amount: input.amount,
  spent_on: input.spent_on,
  client_id: input.client_id ?? null,
  project_id: input.project_id ?? null,
  rebillable: toFlag(input.rebillable),
  updated_at: toInstant(scope.now),
})

async function insertExpense(
  trx: Trx,
  scope: Scope,
  input: ExpenseSave,
  id: string,
  currency: string,
): Promise<void> {
  await trx
    .insertInto('expenses')
    .values({
      id,
      agency_id: scope.agencyId,
      ...columnsOf(input, scope),
      currency,
      version: 1,
      created_at: toInstant(scope.now),
    })
    .execute()
}

async function updateExpense(trx: Trx, scope: Scope, input: ExpenseSave, id: string): Promise<void> {
  const current = await getExpense(trx, scope, id)
  const updated = await trx
    .updateTable('expenses')
    .set({ ...columnsOf(input, scope), version: current.version + 1 })
    .where('id', '=', id)
    .where('version', '=', input.version ?? current.version)
    .returning('id')
    .executeTakeFirst()
  if (updated === undefined) throw conflict('This expense')
}

/** Removes an expense, with its receipt, from the books. */
export function deleteExpense(
  db: Db,
  scope: Scope,
  input: { id: string },
  storage: FileStorage,
): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const expense = await getExpense(trx, scope, input.id)
    await setReceipt(trx, scope, input.id, null, storage)
    await trx.deleteFrom('ledger_entries').where('expense_id', '=', input.id).execute()
    await trx.deleteFrom('expenses').where('id', '=', input.id).execute()
    await record(trx, scope, input.id, `Expense “${expense.description}” deleted`)
    return { id: input.id }
  })
}

const record = (trx: Trx, scope: Scope, id: string, summary: string) =>
  recordActivity(trx, scope, {
    action: 'expense.changed',
    subject: { type: 'expense', id },
    summary,
    touches: ['finance'],
  })
