import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The account's lines of a period, both days included, with the format of their file. */
export const earlierLines = (ctx: AgencyCtx, accountId: string, { from, to }: { from: string; to: string }) =>
  selectFrom(ctx, 'bank_lines')
    .innerJoin('bank_statements', 'bank_statements.id', 'bank_lines.statement_id')
    .select([
      'bank_lines.id',
      'bank_lines.identity',
      'bank_lines.booked_on',
      'bank_lines.amount',
      'bank_lines.bank_ref',
      'bank_statements.format',
    ])
    .where('bank_lines.agency_id', '=', ctx.reach.agencyId)
    .where('bank_lines.account_id', '=', accountId)
    .where('bank_lines.booked_on', '>=', from)
    .where('bank_lines.booked_on', '<=', to)
    .orderBy('bank_lines.booked_on')
    .orderBy('bank_lines.id')
    .execute()
