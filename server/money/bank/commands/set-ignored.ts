import type { z } from 'zod'
import type { BankLineDto } from '#shared/money/bank/bank.ts'
import type { ignoreBankLineInput } from '#shared/money/bank/schemas/bank.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { getBankLine } from '../queries/lines.ts'

/** Ignores a line that doesn't concern the books, or marks it as open again. */
export function setIgnored(
  ctx: AgencyCtx,
  { id, ignored }: z.output<typeof ignoreBankLineInput>,
): Promise<BankLineDto> {
  return transact(ctx, async (tx) => {
    const line = await getBankLine(tx, id)
    if (line.status === 'matched') {
      throw new AppError('CONFLICT', 'This line has already been matched.', { reason: 'already_matched' })
    }
    const status = ignored ? 'ignored' : 'open'
    if (line.status === status) return line
    const now = toInstant(tx.now)
    await updateTable(tx, 'bank_lines')
      .set((eb) => ({
        status,
        settled_at: ignored ? now : null,
        updated_at: now,
        version: eb('version', '+', 1),
      }))
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', '=', id)
      .where('status', '!=', 'matched')
      .execute()
    await record(tx, 'bank-line.ignored', { id })
    return getBankLine(tx, id)
  })
}
