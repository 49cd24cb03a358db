import type { z } from 'zod'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { BankPart } from '#shared/money/bank/bank.ts'
import { isTaxPayment } from '#shared/money/ledger/finance.ts'
import { expenseSaveInput } from '#shared/money/ledger/schemas/finance.ts'
import { openStorage } from '../../../base/adapters/storage/storage.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { newId } from '../../../base/db/values.ts'
import { saveExpense } from '../../ledger/expenses/commands/save-expense.ts'
import { recordManualPayment } from '../../payments/commands/record-manual.ts'
import { settleManualPayment } from '../../payments/commands/settle-manual.ts'
import { payBatch } from '../../payouts/commands/pay.ts'
import { requirePayment } from '../queries/payments.ts'
import { type BookedPart, inOtherCurrency, type LineToBook } from '../rules/booked-part.ts'
import { movedBy } from '../rules/parties.ts'
import { bookPaid, isForeign } from './book-exchange.ts'
import { bookInvoice } from './book-invoice.ts'
import { bookRefund, linkRefund } from './book-refund.ts'

type Book = Tx<AgencyCtx>

/** Books one part through the command that a person would use, dated by the bank. */
export async function bookPart(
  tx: Book,
  line: LineToBook,
  part: BankPart,
  mailReceipt: boolean,
): Promise<BookedPart> {
  switch (part.kind) {
    case 'invoice':
      return bookInvoice(tx, line, part, mailReceipt)
    case 'deposit':
      return bookDeposit(tx, line, part)
    case 'payment':
      return bookPayment(tx, line, part, mailReceipt)
    case 'refund':
      return bookRefund(tx, line, part)
    case 'entered_refund':
      return linkRefund(tx, line, part)
    case 'expense':
      return bookExpense(tx, line, part)
    case 'expense_refund':
      return bookExpenseRefund(tx, line, part)
    case 'entered_expense':
      return linkExpense(tx, line, part.expense_id)
    case 'payout':
      return bookPayout(tx, line, part.payout_id)
    case 'provider_payout':
      return linkProviderPayout(tx, line, part.provider_payout_id)
    case 'transfer':
      return {
        kind: 'transfer',
        amount: line.amount,
        booked: false,
        ...(part.line_id !== null && { other_line_id: part.line_id }),
      }
  }
}

/** The payer and text of the transfer, for the payment. */
const descriptionOf = ({ party_name, text }: LineToBook, fallback: string): string =>
  [party_name, text]
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, 200) || fallback

async function bookDeposit(
  tx: Book,
  line: LineToBook,
  { client_id, amount, advance }: BankPart & { kind: 'deposit' },
): Promise<BookedPart> {
  const payment = await recordManualPayment(tx, {
    client_id,
    currency: line.currency,
    amount,
    method: 'bank',
    description: descriptionOf(line, 'Deposit'),
    advance,
    paid_on: line.booked_on,
    confirm_period: true,
    received: true,
    mail_receipt: false,
    request_id: newId(),
  })
  return { kind: 'deposit', amount, booked: true, client_id, payment_id: payment.id }
}

/**
 * Marks an announced transfer as received, or links one that has already been recorded: of another currency it entered
 * the books as if it had been received in that.
 */
async function bookPayment(
  tx: Book,
  line: LineToBook,
  { payment_id: id, amount, confirm_difference: confirmed }: BankPart & { kind: 'payment' },
  mailReceipt: boolean,
): Promise<BookedPart> {
  const payment = await requirePayment(tx, id)
  const { currency } = payment
  const isAnnounced = payment.status === 'pending'
  if (!isAnnounced && payment.status !== 'succeeded') throw notFound('This payment')
  const own = isAnnounced || currency === line.currency ? payment.amount : undefined
  const foreign = await isForeign(tx, line, { what: 'This payment', currency, amounts: [own, amount] })
  const paid = (foreign ? amount : undefined) ?? payment.amount
  if (isAnnounced) {
    const received = {
      id,
      received: true,
      paid_on: line.booked_on,
      confirm_period: true,
      confirm_day: true,
      mail_receipt: mailReceipt,
    }
    await settleManualPayment(tx, received)
  }
  const settled = foreign && isAnnounced ? await requirePayment(tx, id) : payment
  return {
    kind: 'payment',
    amount: paid,
    booked: isAnnounced,
    payment_id: id,
    ...(payment.client_id !== null && { client_id: payment.client_id }),
    ...(payment.invoice_id !== null && { invoice_id: payment.invoice_id }),
    ...(foreign && (await bookPaid(tx, line, settled, { amount: paid, confirmed }))),
  }
}

/** Money that left, fees withheld from money that arrived, or tax refunded. */
async function bookExpense(
  tx: Book,
  line: LineToBook,
  { amount, category, description, vendor }: BankPart & { kind: 'expense' },
): Promise<BookedPart> {
  const isRefund = category === 'tax_refunds'
  if (isTaxPayment(category) && isRefund !== line.amount > 0) {
    const message = isRefund ? 'A tax refund is money that arrived.' : 'A tax payment is money that left.'
    throw new AppError('BAD_REQUEST', message)
  }
  return saveSpent(tx, line, {
    category,
    vendor: vendor ?? (line.amount < 0 || isRefund ? line.party_name : null),
    description,
    amount,
  })
}

/** Money back from a supplier, or the credit note in what it was paid. */
function bookExpenseRefund(
  tx: Book,
  line: LineToBook,
  { kind: _, vendor, ...refund }: BankPart & { kind: 'expense_refund' },
): Promise<BookedPart> {
  return saveSpent(tx, line, { ...refund, vendor: vendor ?? line.party_name, refund: true })
}

async function saveSpent(
  tx: Book,
  line: LineToBook,
  fields: Partial<z.input<typeof expenseSaveInput>>,
): Promise<BookedPart> {
  const { success, data, error } = expenseSaveInput.safeParse({
    ...fields,
    currency: line.currency,
    spent_on: line.booked_on,
    confirm_period: true,
  })
  if (!success) throw new AppError('BAD_REQUEST', error.issues[0]?.message ?? 'This can’t be booked.')
  const expense = await saveExpense(tx, data, openStorage(tx.services.config))
  return { kind: 'expense', amount: movedBy(expense), booked: true, expense_id: expense.id }
}

/** It entered the ledger on its own day, even in a period that has since been closed. */
async function linkExpense(tx: Book, line: LineToBook, id: string): Promise<BookedPart> {
  const expense = await selectFrom(tx, 'expenses')
    .select(['amount', 'currency', 'category', 'refund'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .where('reversed_on', 'is', null)
    .executeTakeFirst()
  if (expense === undefined) throw notFound('This expense')
  if (expense.currency !== line.currency) throw inOtherCurrency('This expense', expense.currency, line)
  return { kind: 'expense', amount: movedBy(expense), booked: false, expense_id: id }
}

/** Marks a pending payout as paid, or links one that already was. */
async function bookPayout(tx: Book, line: LineToBook, id: string): Promise<BookedPart> {
  const payout = await selectFrom(tx, 'payouts')
    .select(['amount', 'currency', 'status'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (payout === undefined) throw notFound('This payout')
  if (payout.currency !== line.currency) throw inOtherCurrency('This payout', payout.currency, line)
  const isPending = payout.status === 'pending'
  if (isPending) await payBatch(tx, { ids: [id], paid_on: line.booked_on, confirm_period: true })
  return { kind: 'payout', amount: -payout.amount, booked: isPending, payout_id: id }
}

/** Its payments entered the ledger when they were made, so nothing is booked. */
async function linkProviderPayout(tx: Book, line: LineToBook, id: string): Promise<BookedPart> {
  const payout = await selectFrom(tx, 'provider_payouts')
    .select(['amount', 'currency', 'status'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (payout === undefined) throw notFound('This payout')
  if (payout.currency !== line.currency) throw inOtherCurrency('This payout', payout.currency, line)
  if (payout.status === 'failed' || payout.status === 'canceled') {
    const words = formatCharged(payout.amount, payout.currency)
    throw new AppError('CONFLICT', `The payout of ${words} didn’t reach the bank.`)
  }
  return { kind: 'provider_payout', amount: payout.amount, booked: false, provider_payout_id: id }
}
