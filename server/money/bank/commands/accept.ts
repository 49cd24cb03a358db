import type { z } from 'zod'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { BankLineDto, BankPart } from '#shared/money/bank/bank.ts'
import type { acceptBankLineInput } from '#shared/money/bank/schemas/bank.ts'
import { AppError, conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isUniqueViolation } from '../../../base/db/engines/dialect.ts'
import { newId, toFlag, toInstant } from '../../../base/db/values.ts'
import { getBankLine } from '../queries/lines.ts'
import type { BookedPart, LineToBook } from '../rules/booked-part.ts'
import { bookPart } from './book-part.ts'

/** Settles a line: books each of its parts, or links existing entries. The parts add up to the line. */
export async function acceptLine(
  ctx: AgencyCtx,
  input: z.output<typeof acceptBankLineInput>,
): Promise<BankLineDto> {
  await settleLine(ctx, input)
  return getBankLine(ctx, input.id)
}

export async function settleLine(
  ctx: AgencyCtx,
  {
    id,
    version,
    parts,
    mail_receipt,
  }: Omit<z.output<typeof acceptBankLineInput>, 'parts'> & { parts: BankPart[] },
): Promise<void> {
  try {
    await transact(ctx, async (tx) => {
      const line = await markMatched(tx, id, version)
      refuseMixedTransfer(parts)
      const booked: BookedPart[] = []
      for (const part of parts) booked.push(await bookPart(tx, line, part, mail_receipt))
      requireSum(line, booked)
      await insertMatches(tx, id, booked)
      await acceptOtherLine(tx, line, booked)
      await record(tx, 'bank-line.accepted', { id, ...aboutLine(line) })
    })
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw new AppError('CONFLICT', 'Another line has already been matched with this entry.')
    }
    throw error
  }
}

export const aboutLine = ({ amount, currency, party_name }: LineToBook) => ({
  amount,
  currency,
  party: party_name,
})

const LINE_COLUMNS = [
  'id',
  'account_id',
  'booked_on',
  'amount',
  'currency',
  'party_name',
  'party_iban',
  'text',
] as const

/** Marks the line as matched, which only one of concurrent calls can do. */
async function markMatched(tx: Tx<AgencyCtx>, id: string, version: number): Promise<LineToBook> {
  const now = toInstant(tx.now)
  const line = await updateTable(tx, 'bank_lines')
    .set((eb) => ({ status: 'matched', settled_at: now, updated_at: now, version: eb('version', '+', 1) }))
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .where('status', '!=', 'matched')
    .returning([...LINE_COLUMNS, 'version'])
    .executeTakeFirst()
  if (line === undefined) {
    await requireLine(tx, id)
    throw new AppError('CONFLICT', 'This line has already been matched.', { reason: 'already_matched' })
  }
  if (line.version !== version + 1) throw conflict('This line')
  return line
}

export async function requireLine(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  const line = await selectFrom(tx, 'bank_lines')
    .select('id')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (line === undefined) throw notFound('This line')
}

function refuseMixedTransfer(parts: readonly BankPart[]): void {
  if (parts.length > 1 && parts.some(({ kind }) => kind === 'transfer')) {
    throw new AppError('BAD_REQUEST', 'A transfer between your accounts settles the whole line.')
  }
}

function requireSum({ amount, currency }: LineToBook, parts: readonly BookedPart[]): void {
  const sum = parts.reduce((total, part) => total + part.amount, 0)
  if (sum === amount) return
  throw new AppError(
    'BAD_REQUEST',
    `The parts add up to ${formatCharged(sum, currency)}, but the line is ${formatCharged(amount, currency)}.`,
    { reason: 'sum_differs' },
  )
}

async function insertMatches(tx: Tx<AgencyCtx>, lineId: string, parts: readonly BookedPart[]): Promise<void> {
  await insertInto(tx, 'bank_matches')
    .values(
      parts.map((part, position) => ({
        agency_id: tx.reach.agencyId,
        id: newId(),
        line_id: lineId,
        position,
        kind: part.kind,
        amount: part.amount,
        booked: toFlag(part.booked),
        client_id: part.client_id ?? null,
        invoice_id: part.invoice_id ?? null,
        payment_id: part.payment_id ?? null,
        refund_id: part.refund_id ?? null,
        expense_id: part.expense_id ?? null,
        payout_id: part.payout_id ?? null,
        provider_payout_id: part.provider_payout_id ?? null,
        other_line_id: part.other_line_id ?? null,
        difference_id: part.difference_id ?? null,
        created_at: toInstant(tx.now),
      })),
    )
    .execute()
}

/** Both lines of a transfer are settled together. */
async function acceptOtherLine(tx: Tx<AgencyCtx>, line: LineToBook, parts: BookedPart[]): Promise<void> {
  const otherId = parts.find((part) => part.other_line_id !== undefined)?.other_line_id
  if (otherId === undefined) return
  const now = toInstant(tx.now)
  const other = await updateTable(tx, 'bank_lines')
    .set((eb) => ({ status: 'matched', settled_at: now, updated_at: now, version: eb('version', '+', 1) }))
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', otherId)
    .where('status', '=', 'open')
    .where('currency', '=', line.currency)
    .where('amount', '=', -line.amount)
    .where('account_id', '!=', line.account_id)
    .returning('amount')
    .executeTakeFirst()
  if (other === undefined) {
    throw new AppError('CONFLICT', 'The other account’s line doesn’t fit, or has already been matched.')
  }
  await insertMatches(tx, otherId, [
    { kind: 'transfer', amount: other.amount, booked: false, other_line_id: line.id },
  ])
}
