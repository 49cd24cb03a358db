import type { PayoutAccountDto } from '#shared/money/sepa.ts'
import { AppError, notFound } from '../../../../base/core/calls/errors.ts'
import { readInstanceKey } from '../../../../base/core/config.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { openSecret } from '../../../../base/core/secret-box.ts'
import { isReachable } from '../../rules.ts'

export interface Payee {
  id: string
  name: string
}

/** The owner of the account: the contributor themselves, or the one an owner names. */
export async function requirePayee(ctx: AgencyCtx, employeeId: string | null | undefined): Promise<Payee> {
  const isContributor = ctx.reach.kind === 'contributor'
  const id = isContributor ? ctx.reach.employeeId : employeeId
  if (isContributor && employeeId != null && employeeId !== id) throw notFound('This contributor')
  const payee = await selectFrom(ctx, 'employees')
    .select(['id', 'name'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('id', '=', id ?? '')
    .executeTakeFirst()
  if (payee === undefined) throw notFound('This contributor')
  return payee
}

/** A contributor's bank account without its number; null if it isn't known. */
export async function getPayoutAccount(
  ctx: AgencyCtx,
  input: { employee_id?: string | null | undefined },
): Promise<PayoutAccountDto | null> {
  const payee = await requirePayee(ctx, input.employee_id)
  const account = await selectFrom(ctx, 'payout_accounts')
    .select(['account_holder', 'iban_hint', 'bic', 'changed_by', 'version', 'updated_at'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('employee_id', '=', payee.id)
    .executeTakeFirst()
  return account === undefined ? null : { employee_id: payee.id, employee_name: payee.name, ...account }
}

interface Account {
  name: string
  iban: string
  bic: string | null
}

/** The accounts of these contributors; throws BAD_REQUEST naming those without one, or with one outside SEPA. */
export async function accountsOf(
  ctx: AgencyCtx,
  employeeIds: readonly string[],
): Promise<Map<string, Account>> {
  const rows = await selectFrom(ctx, 'employees')
    .leftJoin('payout_accounts', (join) =>
      join
        .onRef('payout_accounts.agency_id', '=', 'employees.agency_id')
        .onRef('payout_accounts.employee_id', '=', 'employees.id'),
    )
    .select([
      'employees.id',
      'employees.name',
      'payout_accounts.account_holder',
      'payout_accounts.iban',
      'payout_accounts.bic',
    ])
    .where('employees.agency_id', '=', ctx.reach.agencyId)
    .where('employees.id', 'in', employeeIds)
    .orderBy('employees.name')
    .execute()
  const missing = rows.filter(({ iban }) => iban === null).map(({ name }) => name)
  if (missing.length > 0) {
    const names = new Intl.ListFormat('en').format(missing)
    throw new AppError('BAD_REQUEST', `There is no bank account for ${names} yet.`, {
      reason: 'account_missing',
    })
  }
  const key = readInstanceKey(ctx.services.config.dataDir)
  const opened = rows.map(({ iban, ...row }) => ({ ...row, iban: openSecret(key, iban ?? '') }))
  const outside = opened.filter(({ iban }) => !isReachable(iban)).map(({ name }) => name)
  if (outside.length > 0) {
    const names = new Intl.ListFormat('en').format(outside)
    const accounts = outside.length === 1 ? 'account' : 'accounts'
    throw new AppError(
      'BAD_REQUEST',
      `SEPA doesn’t reach the bank ${accounts} of ${names}. Pay them another way.`,
      { reason: 'account_outside_sepa' },
    )
  }
  return new Map(
    opened.map(({ id, name, account_holder, iban, bic }) => [
      id,
      { name: account_holder ?? name, iban, bic },
    ]),
  )
}
