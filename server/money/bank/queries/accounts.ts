import type { BankAccountDto } from '#shared/money/bank/bank.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The agency's bank accounts, by name. */
export const listBankAccounts = (ctx: AgencyCtx): Promise<BankAccountDto[]> =>
  accountsOf(ctx).orderBy('bank_accounts.name').orderBy('bank_accounts.id').execute()

export async function getBankAccount(ctx: AgencyCtx, id: string): Promise<BankAccountDto> {
  const account = await accountsOf(ctx).where('bank_accounts.id', '=', id).executeTakeFirst()
  if (account === undefined) throw notFound('This bank account')
  return account
}

const accountsOf = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'bank_accounts')
    .select([
      'bank_accounts.id',
      'bank_accounts.name',
      'bank_accounts.number',
      'bank_accounts.currency',
      'bank_accounts.ledger_account',
      'bank_accounts.version',
    ])
    .select((eb) => [
      eb
        .selectFrom('bank_lines')
        .whereRef('bank_lines.agency_id', '=', 'bank_accounts.agency_id')
        .whereRef('bank_lines.account_id', '=', 'bank_accounts.id')
        .where('bank_lines.status', '=', 'open')
        .select((sub) => sub.fn.countAll<number>().as('count'))
        .$castTo<number>()
        .as('open'),
      eb
        .selectFrom('bank_statements')
        .whereRef('bank_statements.agency_id', '=', 'bank_accounts.agency_id')
        .whereRef('bank_statements.account_id', '=', 'bank_accounts.id')
        .select((sub) => sub.fn.max<string | null>('bank_statements.to_on').as('day'))
        .as('covered_to'),
    ])
    .where('bank_accounts.agency_id', '=', ctx.reach.agencyId)
    .$castTo<BankAccountDto>()
