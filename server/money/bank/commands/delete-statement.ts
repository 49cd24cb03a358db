import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'

/** Deletes an imported statement with its lines, unless one of them is matched. */
export function deleteStatement(ctx: AgencyCtx, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const statement = await selectFrom(tx, 'bank_statements')
      .innerJoin('bank_accounts', 'bank_accounts.id', 'bank_statements.account_id')
      .select(['bank_accounts.name as account', 'bank_statements.file_name as file'])
      .where('bank_statements.agency_id', '=', tx.reach.agencyId)
      .where('bank_statements.id', '=', id)
      .executeTakeFirst()
    if (statement === undefined) throw notFound('This statement')
    const matched = await selectFrom(tx, 'bank_lines')
      .select('id')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('statement_id', '=', id)
      .where('status', '=', 'matched')
      .executeTakeFirst()
    if (matched !== undefined) {
      throw new AppError('CONFLICT', 'Lines of this statement are matched. Undo their matches first.', {
        reason: 'already_matched',
      })
    }
    await deleteFrom(tx, 'bank_lines')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('statement_id', '=', id)
      .execute()
    await deleteFrom(tx, 'bank_statements')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('id', '=', id)
      .execute()
    await record(tx, 'bank-statement.deleted', { id, ...statement })
    return { id }
  })
}
