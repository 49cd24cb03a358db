import { type ExpressionBuilder, sql } from 'kysely'
import type { InvoiceSummaryDto, InvoiceSums } from '#shared/invoice-summary.ts'
import type { UserCtx } from '../../core/context.ts'
import { isPlatformAdmin } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'
import { IS_OPEN, stillOwed } from '../../db/open-invoices.ts'
import type { Schema } from '../../db/schema.ts'
import { hasStatus } from './filters.ts'

/** What is owed, late and was paid lately, by currency: what the caller issued apart from what they owe. */
export async function getSummary(ctx: UserCtx): Promise<InvoiceSummaryDto> {
  const sums = invoiceSums(ctx).where('invoices.status', 'in', ['sent', 'overdue', 'paid'])
  const { reach, actor } = ctx
  if (reach.kind === 'agency') {
    // What was paid long ago is most of what an agency has issued, and counts for nothing here.
    const issued = invoiceSums(ctx).where('invoices.agency_id', '=', reach.agencyId)
    const [open, paid, byAgency, byUser] = await Promise.all([
      openSums(ctx).where('invoices.agency_id', '=', reach.agencyId).execute(),
      issued
        .where(sql<boolean>`invoices.status = 'paid'`)
        .where((eb) => hasStatus(eb, 'recently_paid', ctx))
        .execute(),
      sums.where('invoices.payer_agency_id', '=', reach.agencyId).execute(),
      sums.where('invoices.payer_user_id', '=', actor.userId).execute(),
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
      sumOf(
        eb
          .case()
          .when(hasStatus(eb, 'open', ctx))
          .then(stillOwed(eb))
          .else(0)
          .end(),
      ).as('outstanding'),
      sumOf(
        eb
          .case()
          .when(hasStatus(eb, 'overdue', ctx))
          .then(stillOwed(eb))
          .else(0)
          .end(),
      ).as('overdue'),
      sumOf(
        eb
          .case()
          .when(hasStatus(eb, 'recently_paid', ctx))
          .then(received(eb))
          .else(0)
          .end(),
      ).as('paid'),
    ])
    .where('invoices.kind', '=', 'invoice')
    .groupBy('invoices.currency')
}

/** Of open invoices alone, all of it in the index of these. */
const openSums = (ctx: UserCtx) =>
  selectFrom(ctx, 'invoices')
    .select((eb) => [
      'invoices.currency',
      sumOf(stillOwed(eb)).as('outstanding'),
      sumOf(
        eb
          .case()
          .when(hasStatus(eb, 'overdue', ctx))
          .then(stillOwed(eb))
          .else(0)
          .end(),
      ).as('overdue'),
      sql<number>`0`.as('paid'),
    ])
    .where(IS_OPEN)
    .groupBy('invoices.currency')

const received = (eb: Expressions) => eb('invoices.amount_paid', '+', eb.ref('invoices.amount_applied'))

/** One entry for each currency with something to say, the largest outstanding sums first. */
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
