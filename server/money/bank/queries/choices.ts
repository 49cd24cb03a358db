import { shiftDate } from '#shared/base/calendar.ts'
import type { BankChoices } from '#shared/money/bank/bank.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { movedBy } from '../rules/parties.ts'
import {
  openInvoices,
  unlinkedExpenses,
  unlinkedPayments,
  unlinkedPayouts,
  unlinkedProviderPayouts,
} from './candidates.ts'
import { getBankLine } from './lines.ts'
import { refundablePayments, unlinkedRefunds } from './refunds.ts'

/** Days before the line that entries in the books are offered. */
const BACK_DAYS = 400
/** The maximum of each kind: screens search in them, so anything beyond couldn't be chosen. */
const MOST = 2000

/** The entries that the line can be matched with manually, in its direction; some in another currency. */
export async function listChoices(ctx: AgencyCtx, { id }: { id: string }): Promise<BankChoices> {
  const line = await getBankLine(ctx, id)
  const since = shiftDate(line.booked_on, -BACK_DAYS)
  const isIncome = line.amount > 0
  const isInBase = line.currency === (await agencyCurrency(ctx, ctx.reach.agencyId))
  const inCurrency = <Row extends { currency: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.currency === line.currency).slice(0, MOST)
  const inAny = <Row extends { currency: string }>(rows: readonly Row[]) =>
    isInBase ? rows.slice(0, MOST) : inCurrency(rows)
  const payments = isIncome ? await paymentsFor(ctx, since) : []
  const refunds = isIncome ? [] : await refundsFor(ctx, since)
  const refundable = isIncome ? [] : await refundableFor(ctx, since)
  return {
    invoices: isIncome
      ? inAny((await openInvoices(ctx)).filter(({ payable }) => payable > 0)).map(
          ({ payable, base_payable, ...invoice }) => ({ ...invoice, due: payable, base_due: base_payable }),
        )
      : [],
    payments: inAny(payments.filter(({ currency, pending }) => pending || currency === line.currency)),
    refunds: inAny(refunds),
    refundable: inAny(refundable),
    expenses: inCurrency(await unlinkedExpenses(ctx, since))
      .filter((expense) => movedBy(expense) > 0 === isIncome)
      .map(({ currency: _, category: __, refund: ___, ...row }) => row),
    payouts: isIncome
      ? []
      : inCurrency(await unlinkedPayouts(ctx, since)).map(({ currency: _, ...row }) => row),
    provider_payouts: inCurrency(await unlinkedProviderPayouts(ctx, since))
      .filter(({ amount }) => amount > 0 === isIncome)
      .map(({ currency: _, ...row }) => row),
    transfers: await otherSides(ctx, line),
  }
}

const paymentsFor = async (ctx: AgencyCtx, since: string) =>
  (await unlinkedPayments(ctx, since)).map(
    ({ id, description, client_name, amount, base_amount, currency, pending }) => ({
      ...{ id, description, client_name, amount, base_amount, currency, pending },
    }),
  )

const refundsFor = async (ctx: AgencyCtx, since: string) =>
  (await unlinkedRefunds(ctx, since)).map(
    ({ id, description, client_name, amount, base_amount, currency, day }) => ({
      ...{ id, description, client_name, amount, base_amount, currency },
      refunded_on: day,
    }),
  )

const refundableFor = async (ctx: AgencyCtx, since: string) =>
  (await refundablePayments(ctx, since)).map(
    ({ id, description, client_name, left, base_left, currency }) => ({
      ...{ id, description, client_name, left, base_left, currency },
    }),
  )

const otherSides = (ctx: AgencyCtx, line: { account_id: string; amount: number; currency: string }) =>
  selectFrom(ctx, 'bank_lines')
    .innerJoin('bank_accounts', 'bank_accounts.id', 'bank_lines.account_id')
    .select([
      'bank_lines.id',
      'bank_accounts.name as account_name',
      'bank_lines.booked_on',
      'bank_lines.text',
    ])
    .where('bank_lines.agency_id', '=', ctx.reach.agencyId)
    .where('bank_lines.account_id', '!=', line.account_id)
    .where('bank_lines.currency', '=', line.currency)
    .where('bank_lines.amount', '=', -line.amount)
    .where('bank_lines.status', '=', 'open')
    .orderBy('bank_lines.booked_on', 'desc')
    .limit(MOST)
    .execute()
