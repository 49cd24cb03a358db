import type { z } from 'zod'
import { formatDate } from '#shared/base/format.ts'
import type { ExpenseDto } from '#shared/money/ledger/finance.ts'
import type { expenseSaveInput } from '#shared/money/ledger/schemas/finance.ts'
import { owesTax } from '#shared/money/ledger/taxes/purchases.ts'
import { standardRate } from '#shared/money/ledger/taxes/tax-presets.ts'
import type { FileStorage } from '../../../../base/adapters/storage/file-storage.ts'
import { AppError, notFound } from '../../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../../base/core/rows/versioned.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { newId, toFlag, toInstant } from '../../../../base/db/values.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { letterheadProfileOf } from '../../../../identity/letterhead/queries/profile-row.ts'
import { openDay, periodClosed, requireOpenDay } from '../../queries/open-days.ts'
import { requireBooks } from '../../rules.ts'
import { requireProjectsOf } from '../queries/client-projects.ts'
import { getExpense } from '../queries/expenses.ts'
import { bookExpense, firstBookedOn, reverseBooking } from './book-expense.ts'
import { setReceipt } from './set-receipt.ts'

type ExpenseSave = z.output<typeof expenseSaveInput>

/** Creates or updates an expense in the caller's ledger (for an administrator, the platform's). */
export function saveExpense(ctx: UserCtx, given: ExpenseSave, storage: FileStorage): Promise<ExpenseDto> {
  requireBooks(ctx)
  return transact(ctx, async (tx) => {
    const input = { ...given, owed_bps: await owedRate(tx, given) }
    await requireReferences(tx, input)
    const id = input.id ?? newId()
    if (input.id === undefined) await enterExpense(tx, input, id)
    else await changeExpense(tx, input, id)
    await setReceipt(tx, id, input.receipt_id ?? null, storage)
    const { description } = input
    await record(tx, input.id === undefined ? 'expense.entered' : 'expense.changed', { id, description })
    return getExpense(tx, id)
  })
}

/** The country's usual rate if none is given. */
async function owedRate(tx: Tx<UserCtx>, { treatment, owed_bps }: ExpenseSave): Promise<number | null> {
  if (!owesTax(treatment)) return null
  if (owed_bps != null) return owed_bps
  const { agencyId } = tx.reach
  const home = agencyId === null ? undefined : await letterheadProfileOf(tx, agencyId)
  return standardRate(home?.country ?? null)
}

async function enterExpense(tx: Tx<UserCtx>, input: ExpenseSave, id: string): Promise<void> {
  await requireOpenDay(tx, tx.reach.agencyId, dayOf(input))
  const price = await priceOf(tx, input)
  await insertExpense(tx, input, id, price)
  await bookExpense(tx, id, { ...input, ...price })
}

/** The booking is reversed and booked again, so that the journal shows both. */
async function changeExpense(tx: Tx<UserCtx>, input: ExpenseSave, id: string): Promise<void> {
  const current = await getExpense(tx, id)
  if (current.billed !== null) refuseToMove(current, input)
  refuseReversed(current)
  const { agencyId } = tx.reach
  const booked = await openDay(tx, agencyId, await firstBookedOn(tx, current))
  if (booked.state === 'closed') refuseToTakeReceipt(current, input, booked.until)
  if (input.spent_on !== current.spent_on) await requireOpenDay(tx, agencyId, dayOf(input))
  const row = { agency_id: agencyId, id, version: input.version ?? current.version }
  const price = await priceOf(tx, { ...input, currency: input.currency ?? current.currency })
  await updateVersioned(tx, 'expenses', row, { ...columnsOf(input), ...price }, 'This expense')
  const next = { ...input, ...price }
  if (!isBookedAlike(current, next)) {
    await reverseBooking(tx, id, input.confirm_period)
    await bookExpense(tx, id, next)
  }
}

interface Price {
  currency: string
  base_amount: number | null
}

/** In the base currency, both amounts would be the same. */
async function priceOf(tx: Tx<UserCtx>, { currency, base_amount }: Partial<ExpenseSave>): Promise<Price> {
  const base = await agencyCurrency(tx, tx.reach.agencyId)
  const isForeign = currency !== undefined && currency !== base
  return { currency: currency ?? base, base_amount: isForeign ? (base_amount ?? null) : null }
}

const dayOf = (input: ExpenseSave) => ({
  day: input.spent_on,
  field: 'spent_on',
  instead: 'Enter the expense on a later day, and its original date in the description.',
  confirmed: input.confirm_period,
})

const BOOKED = [
  'category',
  'description',
  'amount',
  'currency',
  'base_amount',
  'spent_on',
  'client_id',
  'project_id',
  'tax_amount',
  'tax_bps',
  'treatment',
  'supplier_country',
  'owed_bps',
  'deductible_bps',
  'refund',
] as const

const isBookedAlike = (current: ExpenseDto, input: ExpenseSave): boolean =>
  BOOKED.every((field) => (current[field] ?? null) === (input[field] ?? null))

/** The entry of the closed period still needs its receipt. */
function refuseToTakeReceipt(current: ExpenseDto, input: ExpenseSave, until: string): void {
  if (current.receipt === null || current.receipt.id === input.receipt_id) return
  throw periodClosed(until, 'The receipt stays with the expense; delete the expense to reverse it today.')
}

export function refuseReversed({ reversed_on }: ExpenseDto): void {
  if (reversed_on === null) return
  throw new AppError(
    'CONFLICT',
    `This expense was reversed on ${formatDate(reversed_on)}. Enter it as a new one instead.`,
    { reason: 'expense_reversed' },
  )
}

/** The platform's expenses can't refer to clients or projects. */
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
  if (!input.project_id) return
  const saved = input.id === undefined ? null : await getExpense(tx, input.id)
  const { client_id = null, project_id } = input
  // The project may have moved to another client since.
  const isSame = saved?.client_id === client_id && saved.project_id === project_id
  await requireProjectsOf(tx, isSame ? null : client_id, [project_id])
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
  refund: toFlag(input.refund),
  tax_amount: input.tax_amount ?? null,
  tax_bps: input.tax_bps ?? null,
  treatment: input.treatment,
  supplier_country: input.supplier_country ?? null,
  owed_bps: input.owed_bps ?? null,
  deductible_bps: input.deductible_bps,
})

async function insertExpense(tx: Tx<UserCtx>, input: ExpenseSave, id: string, price: Price): Promise<void> {
  const now = toInstant(tx.now)
  await insertInto(tx, 'expenses')
    .values({
      id,
      agency_id: tx.reach.agencyId,
      ...columnsOf(input),
      ...price,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Prevents changes to what was billed to a client while it is on an invoice. */
function refuseToMove(current: ExpenseDto, input: ExpenseSave): void {
  const stays =
    input.rebillable &&
    input.amount === current.amount &&
    (input.currency ?? current.currency) === current.currency &&
    (input.tax_amount ?? null) === current.tax_amount &&
    input.treatment === current.treatment &&
    (input.owed_bps ?? null) === current.owed_bps &&
    input.deductible_bps === current.deductible_bps &&
    (input.client_id ?? null) === current.client_id
  if (!stays) throw billed(current)
}

/** The error when changing or deleting an expense that is on an invoice. */
export const billed = ({ billed: invoice }: ExpenseDto): AppError =>
  new AppError(
    'CONFLICT',
    `This expense is on ${invoice?.number ?? `the draft “${invoice?.title}”`}. Remove it from the invoice first.`,
  )
