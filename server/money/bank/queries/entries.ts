import type { ExpressionBuilder } from 'kysely'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { ledgerOf } from '../../ledger/queries/ledger.ts'
import { providerPayoutLabel } from '../rules/parties.ts'
import { matched } from './matched.ts'
import { linkedRefunds, refundedByLines } from './refunds.ts'

/** A movement on the bank account as the ledger has it. */
export interface Entry {
  day: string
  text: string
  /** Minor units; negative for money that left. */
  amount: number
}

interface Account {
  id: string
  currency: string
}

/** The matches of the account's lines, with what the ledger has of each today. */
export async function linkedEntries(
  ctx: AgencyCtx,
  account: Account,
): Promise<(Entry & { booked: number })[]> {
  const matches = await selectFrom(ctx, 'bank_matches')
    .innerJoin('bank_lines', 'bank_lines.id', 'bank_matches.line_id')
    .leftJoin('provider_payouts', 'provider_payouts.id', 'bank_matches.provider_payout_id')
    .leftJoin('ledger_entries as differences', 'differences.id', 'bank_matches.difference_id')
    .select([
      'bank_lines.booked_on',
      'bank_lines.party_name',
      'bank_lines.text',
      'bank_matches.amount',
      'bank_matches.payment_id',
      'bank_matches.refund_id',
      'bank_matches.expense_id',
      'bank_matches.payout_id',
      'provider_payouts.status as payout_status',
      'differences.amount as difference',
    ])
    .where('bank_matches.agency_id', '=', ctx.reach.agencyId)
    .where('bank_lines.account_id', '=', account.id)
    .execute()
  const isInBase = account.currency === (await agencyCurrency(ctx, ctx.reach.agencyId))
  const [payments, expenses, payouts] = await Promise.all(
    (['payment_id', 'expense_id', 'payout_id'] as const).map((column) =>
      linkedSums(ctx, account, column, isInBase && column === 'payment_id'),
    ),
  )
  const refunds = await linkedRefunds(ctx)
  const refunded = refundedByLines(
    refunds.flatMap(({ payment_id, currency, amount, base_amount }) => {
      if (currency === account.currency) return [{ payment_id, amount }]
      return isInBase ? [{ payment_id, amount: base_amount ?? 0 }] : []
    }),
  )
  const standing = new Set(refunds.map(({ id }) => id))
  const bookedOf = (match: (typeof matches)[number]): number => {
    if (match.payment_id !== null) {
      const { payment_id, difference } = match
      return (payments?.get(payment_id) ?? 0) + (refunded.get(payment_id) ?? 0) + (difference ?? 0)
    }
    if (match.refund_id !== null) return standing.has(match.refund_id) ? match.amount : 0
    if (match.expense_id !== null) return -(expenses?.get(match.expense_id) ?? 0)
    if (match.payout_id !== null) return -(payouts?.get(match.payout_id) ?? 0)
    return match.payout_status === 'failed' || match.payout_status === 'canceled' ? 0 : match.amount
  }
  return matches.map((match) => ({
    day: match.booked_on,
    text: match.party_name || match.text,
    amount: match.amount,
    booked: bookedOf(match),
  }))
}

type Linked = 'payment_id' | 'expense_id' | 'payout_id'

/**
 * Amounts by payment, expense or payout; a payment's include what became the client's credit. A line in the base
 * currency can have paid an invoice in another; each match has its own exchange difference.
 */
async function linkedSums(
  ctx: AgencyCtx,
  account: Account,
  column: Linked,
  isInBase: boolean,
): Promise<Map<string, number>> {
  const ids = selectFrom(ctx, 'bank_matches')
    .innerJoin('bank_lines', 'bank_lines.id', 'bank_matches.line_id')
    .select(`bank_matches.${column}`)
    .where('bank_lines.account_id', '=', account.id)
    .where(`bank_matches.${column}`, 'is not', null)
  const rows = await ledgerOf(ctx, { from: null, to: null })
    .select((eb) => [
      `ledger_entries.${column} as id`,
      sumOf<number>(
        column === 'payment_id' ? eb.ref(isInBase ? 'base_amount' : 'amount').$notNull() : spent(eb),
      ).as('amount'),
    ])
    .where(`ledger_entries.${column}`, 'in', ids)
    .$if(!isInBase, (rest) => rest.where('currency', '=', account.currency))
    .where('direction', 'in', [column === 'payment_id' ? 'income' : 'expense', 'liability'])
    .where('category', '!=', 'exchange_differences')
    .groupBy(`ledger_entries.${column}`)
    .execute()
  return new Map(rows.map(({ id, amount }) => [id ?? '', amount]))
}

/** What left the account: tax payments are negative liabilities. */
const spent = (eb: ExpressionBuilder<Schema, 'ledger_entries'>) =>
  eb
    .case()
    .when('ledger_entries.direction', '=', 'liability')
    .then(eb.neg(eb.ref('ledger_entries.amount')))
    .else(eb.ref('ledger_entries.amount'))
    .end()

interface Days {
  from: string
  to: string
}

/** The ledger's movements through a bank account in the currency that no line has settled. */
export async function unlinkedEntries(ctx: AgencyCtx, currency: string, days: Days): Promise<Entry[]> {
  const parts = await Promise.all([
    unlinkedPayments(ctx, currency, days),
    unlinkedExpenses(ctx, currency, days, 'expense_id'),
    unlinkedExpenses(ctx, currency, days, 'payout_id'),
    unlinkedProviderPayouts(ctx, currency, days),
  ])
  return parts.flat().filter(({ amount }) => amount !== 0)
}

async function unlinkedPayments(ctx: AgencyCtx, currency: string, days: Days): Promise<Entry[]> {
  const refunds = (await linkedRefunds(ctx)).filter(({ day }) => day >= days.from && day <= days.to)
  const refunded = refundedByLines(refunds)
  const rows = await ledgerOf(ctx, days)
    .innerJoin('payments', 'payments.id', 'ledger_entries.payment_id')
    .select((eb) => [
      'ledger_entries.payment_id',
      eb.fn.min('ledger_entries.occurred_on').as('day'),
      eb.fn.min('ledger_entries.description').as('text'),
      sumOf<number>(eb.ref('ledger_entries.amount')).as('amount'),
    ])
    .where('ledger_entries.currency', '=', currency)
    .where('ledger_entries.direction', 'in', ['income', 'liability'])
    .where('ledger_entries.category', '!=', 'exchange_differences')
    .where('payments.payee', '=', 'agency')
    .where('payments.provider', '=', 'manual')
    .where('payments.method', '!=', 'cash')
    .where('payments.id', 'not in', matched(ctx, 'payment_id'))
    .groupBy('ledger_entries.payment_id')
    .execute()
  return rows.map(({ payment_id, amount, ...entry }) => ({
    ...entry,
    amount: amount + (refunded.get(payment_id ?? '') ?? 0),
  }))
}

async function unlinkedExpenses(
  ctx: AgencyCtx,
  currency: string,
  days: Days,
  column: 'expense_id' | 'payout_id',
): Promise<Entry[]> {
  const rows = await ledgerOf(ctx, days)
    .select((eb) => [
      eb.fn.min('ledger_entries.occurred_on').as('day'),
      eb.fn.min('ledger_entries.description').as('text'),
      sumOf<number>(spent(eb)).as('amount'),
    ])
    .where('ledger_entries.currency', '=', currency)
    .where('ledger_entries.direction', 'in', ['expense', 'liability'])
    .where(`ledger_entries.${column}`, 'is not', null)
    .where(`ledger_entries.${column}`, 'not in', matched(ctx, column))
    .groupBy(`ledger_entries.${column}`)
    .execute()
  return rows.map(({ amount, ...entry }) => ({ ...entry, amount: -amount }))
}

async function unlinkedProviderPayouts(
  ctx: AgencyCtx,
  currency: string,
  { from, to }: Days,
): Promise<Entry[]> {
  const rows = await selectFrom(ctx, 'provider_payouts')
    .select(['arrives_on as day', 'amount'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('currency', '=', currency)
    .where('status', '=', 'paid')
    .where('arrives_on', '>=', from)
    .where('arrives_on', '<=', to)
    .where('id', 'not in', matched(ctx, 'provider_payout_id'))
    .execute()
  return rows.map((row) => ({ ...row, text: providerPayoutLabel(row.amount) }))
}
