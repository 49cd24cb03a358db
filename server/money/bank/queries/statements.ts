import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { BankStatementDto } from '#shared/money/bank/bank.ts'
import type { bankStatementListInput } from '#shared/money/bank/schemas/bank.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { pageAfter } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../base/db/values.ts'

/** An account's imported statements, newest first. */
export function listBankStatements(
  ctx: AgencyCtx,
  input: z.output<typeof bankStatementListInput>,
): Promise<Page<BankStatementDto>> {
  const statements = selectFrom(ctx, 'bank_statements')
    .innerJoin('bank_accounts', 'bank_accounts.id', 'bank_statements.account_id')
    .select([
      'bank_statements.id',
      'bank_statements.file_name',
      'bank_statements.format',
      'bank_statements.from_on',
      'bank_statements.to_on',
      'bank_statements.closing',
      'bank_accounts.currency',
      'bank_statements.line_count',
      'bank_statements.created_at',
    ])
    .select((eb) =>
      eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('bank_lines')
              .select('bank_lines.id')
              .whereRef('bank_lines.agency_id', '=', 'bank_statements.agency_id')
              .whereRef('bank_lines.statement_id', '=', 'bank_statements.id')
              .where('bank_lines.status', '=', 'matched'),
          ),
        )
        .then(1)
        .else(0)
        .end()
        .as('matched'),
    )
    .where('bank_statements.agency_id', '=', ctx.reach.agencyId)
    .where('bank_statements.account_id', '=', input.account_id)
    .$castTo<Omit<BankStatementDto, 'matched'> & { matched: number }>()
  return pageAfter(statements, ['bank_statements.to_on', 'bank_statements.id'], input, (row) => ({
    ...row,
    matched: fromFlag(row.matched),
  }))
}
