import type { BankBalanceDto, BankDifference } from '#shared/money/bank/bank.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { getBankAccount } from './accounts.ts'
import { type Entry, linkedEntries, unlinkedEntries } from './entries.ts'

/** The maximum number of items to show for each kind of difference. */
const MAX_ITEMS = 5

/**
 * Compares the bank's balance with the ledger's movements on the account and explains the difference. Entries
 * that no line has settled belong to the oldest account in their currency, because the ledger names none.
 */
export async function getBankBalance(ctx: AgencyCtx, accountId: string): Promise<BankBalanceDto> {
  const { currency } = await getBankAccount(ctx, accountId)
  const { from_on, to_on, opening, closing } = await statedBalances(ctx, accountId)
  const period = { from: from_on, to: to_on }
  const [open, ignored, total, linked, unlinked] = await Promise.all([
    linesNotMatched(ctx, accountId, 'open'),
    linesNotMatched(ctx, accountId, 'ignored'),
    sumOfLines(ctx, accountId),
    linkedEntries(ctx, { id: accountId, currency }),
    (await isFirstInCurrency(ctx, accountId, currency)) ? unlinkedEntries(ctx, currency, period) : [],
  ])
  const sum = (entries: readonly Entry[]) => entries.reduce((all, { amount }) => all + amount, 0)
  const books =
    opening + sum(linked.map(({ day, text, booked }) => ({ day, text, amount: booked }))) + sum(unlinked)
  const changed = linked
    .filter(({ amount, booked }) => amount !== booked)
    .map(({ amount, booked, ...entry }) => ({ ...entry, amount: amount - booked }))
  return {
    currency,
    from_on,
    to_on,
    opening,
    closing,
    books,
    difference: closing === null ? null : closing - books,
    open,
    ignored,
    changed: differenceOf(changed),
    unlinked: differenceOf(unlinked.map((entry) => ({ ...entry, amount: -entry.amount }))),
    missing: closing === null ? 0 : closing - opening - total,
  }
}

/**
 * The period that statements cover, with the first balance that they state, and the last one with the lines of later
 * statements that state none.
 */
async function statedBalances(ctx: AgencyCtx, accountId: string) {
  const statements = await selectFrom(ctx, 'bank_statements')
    .select(['id', 'from_on', 'to_on', 'opening', 'closing'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('account_id', '=', accountId)
    .orderBy('from_on')
    .orderBy('to_on')
    .orderBy('position')
    .execute()
  const [first] = statements
  if (first === undefined) {
    throw new AppError('CONFLICT', 'Import a statement of this account first.', { reason: 'no_statement' })
  }
  const to_on = statements.reduce(
    (last, statement) => (statement.to_on > last ? statement.to_on : last),
    first.to_on,
  )
  const stated = statements.filter(({ closing }) => closing !== null)
  const last = stated.toSorted((a, b) => (a.to_on < b.to_on ? -1 : a.to_on > b.to_on ? 1 : 0)).at(-1)
  const closing = last?.closing == null ? null : last.closing + (await sumOfLines(ctx, accountId, last))
  return { from_on: first.from_on, to_on, opening: first.opening ?? 0, closing }
}

const linesOf = (ctx: AgencyCtx, accountId: string) =>
  selectFrom(ctx, 'bank_lines')
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('account_id', '=', accountId)

/** The sum of all lines, or of those booked after a statement. */
async function sumOfLines(
  ctx: AgencyCtx,
  accountId: string,
  after?: { id: string; to_on: string },
): Promise<number> {
  const row = await linesOf(ctx, accountId)
    .$if(after !== undefined, (lines) =>
      lines.where('booked_on', '>', after?.to_on ?? '').where('statement_id', '!=', after?.id ?? ''),
    )
    .select((eb) => sumOf<number | null>(eb.ref('amount')).as('amount'))
    .executeTakeFirst()
  return row?.amount ?? 0
}

async function linesNotMatched(
  ctx: AgencyCtx,
  accountId: string,
  status: 'open' | 'ignored',
): Promise<BankDifference> {
  const lines = linesOf(ctx, accountId).where('status', '=', status)
  const [totals, items] = await Promise.all([
    lines
      .select((eb) => [
        sumOf<number | null>(eb.ref('amount')).as('amount'),
        eb.fn.countAll<number>().as('count'),
      ])
      .executeTakeFirst(),
    lines
      .select(['booked_on as day', 'party_name', 'text', 'amount'])
      .orderBy((eb) => eb.fn('abs', ['amount']), 'desc')
      .orderBy('id')
      .limit(MAX_ITEMS)
      .execute(),
  ])
  return {
    amount: totals?.amount ?? 0,
    count: Number(totals?.count ?? 0),
    items: items.map(({ day, party_name, text, amount }) => ({ day, text: party_name || text, amount })),
  }
}

const differenceOf = (entries: readonly Entry[]): BankDifference => ({
  amount: entries.reduce((sum, { amount }) => sum + amount, 0),
  count: entries.length,
  items: entries.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount)).slice(0, MAX_ITEMS),
})

async function isFirstInCurrency(ctx: AgencyCtx, accountId: string, currency: string): Promise<boolean> {
  const first = await selectFrom(ctx, 'bank_accounts')
    .select('id')
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('currency', '=', currency)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return first?.id === accountId
}
