import type { BankRuleDto } from '#shared/money/bank/bank.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The agency's rules, oldest first. */
export const listBankRules = (ctx: AgencyCtx): Promise<BankRuleDto[]> =>
  rulesOf(ctx).orderBy('bank_rules.created_at').orderBy('bank_rules.id').execute()

export async function getBankRule(ctx: AgencyCtx, id: string): Promise<BankRuleDto> {
  const rule = await rulesOf(ctx).where('bank_rules.id', '=', id).executeTakeFirst()
  if (rule === undefined) throw notFound('This rule')
  return rule
}

const rulesOf = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'bank_rules')
    .leftJoin('clients', 'clients.id', 'bank_rules.client_id')
    .select([
      'bank_rules.id',
      'bank_rules.field',
      'bank_rules.contains',
      'bank_rules.client_id',
      'clients.name as client_name',
      'bank_rules.category',
      'bank_rules.version',
    ])
    .where('bank_rules.agency_id', '=', ctx.reach.agencyId)
