import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { InvoiceSummaryDto, InvoiceSums } from '#shared/money/invoices/invoice-summary.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { isPlatformAdmin, shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { IS_OPEN, stillOwed } from '../../../base/db/open-invoices.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { hasStatus } from './filters.ts'

/** Outstanding, overdue, and recently paid amounts by currency, separately for issued and owed invoices. */
export async function getSummary(ctx: UserCtx): Promise<InvoiceSummaryDto> {
  const sums = invoiceSums(ctx).where('invoices.status', 'in', ['sent', 'overdue', 'paid'])
  const { reach } = ctx
  if (reach.kind === 'agency') {
    // Most of an agency's invoices were paid long ago and don't count here.
    const issued = invoiceSums(ctx).where('invoices.agency_id', '=', reach.agencyId)
    const [open, paid, byAgency, byUser] = await Promise.all([
      openSums(ctx).where('invoices.agency_id', '=', reach.agencyId).execute(),
      issued
        .where(sql<boolean>`invoices.status = 'paid'`)
        .where((eb) => hasStatus(eb, 'recently_paid', ctx))
        .execute(),
      sums.where('invoices.payer_agency_id', '=', reach.agencyId).execute(),
      sums.where('invoices.payer_user_id', '=', shownUserId(ctx)).execute(),
    ])
    return { issued: inOrder([...open, ...paid]), received: inOrder([...byAgency, ...byUser]) }
  }
  if (isPlatformAdmin(ctx)) {
    return { issued: inOrder(await sums.where('invoices.issuer', '!=', 'agency').execute()), received: [] }
  }
  return { issued: [], received: inOrder(await sums.execute()) }
}

type Expressions = ExpressionBuilder<Schema, 'invoices'>

function invoiceSums(ctx: UserCtx) {
  return selectFrom(ctx, 'invoices')
    .select((eb) => [
      'invoices.currency',
      sumWith(eb, hasStatus(eb, 'open', ctx), stillOwed(eb)).as('outstanding'),
      sumWith(eb, hasStatus(eb, 'overdue', ctx), stillOwed(eb)).as('overdue'),
      sumWith(eb, hasStatus(eb, 'recently_paid', ctx), received(eb)).as('paid'),
    ])
    .where('invoices.kind', '=', 'invoice')
    .groupBy('invoices.currency')
}

/** Only open invoices, all columns from their index. */
const openSums = (ctx: UserCtx) =>
  selectFrom(ctx, 'invoices')
    .select((eb) => [
      'invoices.currency',
      sumOf(stillOwed(eb)).as('outstanding'),
      sumWith(eb, hasStatus(eb, 'overdue', ctx), stillOwed(eb)).as('overdue'),
      sql<number>`0`.as('paid'),
    ])
    .where(IS_OPEN)
    .groupBy('invoices.currency')

const sumWith = (eb: Expressions, condition: Expression<SqlBool>, amount: Expression<unknown>) =>
  sumOf(eb.case().when(condition).then(amount).else(0).end())

const received = (eb: Expressions) => eb('invoices.amount_paid', '+', eb.ref('invoices.amount_applied'))

/** One entry per currency that has amounts, largest outstanding first. */
function inOrder(rows: readonly InvoiceSums[]): InvoiceSums[] {
  const byCurrency = new Map<string, InvoiceSums>()
  for (const row of rows) {
    const sum = byCurrency.get(row.currency) ?? {
      currency: row.currency,
      outstanding: 0,
      overdue: 0,
      paid: 0,
    }
    byCurrency.set(row.currency, {
      currency: row.currency,
      outstanding: sum.outstanding + row.outstanding,
      overdue: sum.overdue + row.overdue,
      paid: sum.paid + row.paid,
    })
  }
  return [...byCurrency.values()]
    .filter(({ outstanding, paid }) => outstanding !== 0 || paid !== 0)
    .toSorted((a, b) => b.outstanding - a.outstanding || (a.currency < b.currency ? -1 : 1))
}
