import { shiftDate } from '#shared/calendar.ts'
import { AGE_BUCKETS, type Ageing, type AgeingReportDto } from '#shared/finance.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { UserCtx } from '../../core/context.ts'
import { callerDate } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'

/** What each client owes, by currency and by days past the due date. */
export async function getAgeing(ctx: UserCtx): Promise<AgeingReportDto> {
  const today = callerDate(ctx)
  const [rows, currency] = await Promise.all([openByAge(ctx, today), agencyCurrency(ctx, ctx.reach.agencyId)])
  const groups = [...Map.groupBy(rows, (row) => `${row.client_id} ${row.currency}`).values()]
  const clients = groups.flatMap((same) => {
    const [row] = same
    if (row === undefined) return []
    return [
      {
        client_id: row.client_id,
        client_name: row.client_name ?? row.payer_name ?? '',
        currency: row.currency,
        ...ageingOf(same, (one) => one.due),
        base_total: same.some((one) => one.unbooked > 0) ? null : sum(same, (one) => one.base_due ?? 0),
      },
    ]
  })
  return {
    currency,
    today,
    clients: clients.toSorted(
      (one, other) =>
        (other.base_total ?? 0) - (one.base_total ?? 0) || one.client_name.localeCompare(other.client_name),
    ),
    by_currency: [...Map.groupBy(rows, (row) => row.currency)]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([code, same]) => ({ currency: code, ...ageingOf(same, (row) => row.due) })),
    in_base: ageingOf(rows, (row) => row.base_due ?? 0),
    without_rate: sum(rows, (row) => row.unbooked),
  }
}

type Row = Awaited<ReturnType<typeof openByAge>>[number]

const sum = (rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

function ageingOf(rows: readonly Row[], of: (row: Row) => number): Ageing {
  const ageing: Ageing = { total: 0, not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0 }
  for (const row of rows) {
    ageing[row.age] += of(row)
    ageing.total += of(row)
  }
  return ageing
}

function openByAge(ctx: UserCtx, today: string) {
  const { agencyId } = ctx.reach
  const [notDue, upTo30, upTo60, upTo90, over90] = AGE_BUCKETS
  return selectFrom(ctx, 'invoices')
    .leftJoin('clients', 'clients.id', 'invoices.client_id')
    .leftJoin('agencies', 'agencies.id', 'invoices.payer_agency_id')
    .select((eb) => [
      'invoices.client_id',
      'clients.name as client_name',
      'agencies.name as payer_name',
      'invoices.currency',
      eb
        .case()
        .when('invoices.due_on', '>=', today)
        .then(eb.val(notDue))
        .when('invoices.due_on', '>=', shiftDate(today, -30))
        .then(eb.val(upTo30))
        .when('invoices.due_on', '>=', shiftDate(today, -60))
        .then(eb.val(upTo60))
        .when('invoices.due_on', '>=', shiftDate(today, -90))
        .then(eb.val(upTo90))
        .else(eb.val(over90))
        .end()
        .as('age'),
      sumOf(
        eb(
          eb(
            eb('invoices.total', '-', eb.ref('invoices.amount_paid')),
            '-',
            eb.ref('invoices.amount_credited'),
          ),
          '-',
          eb.parens(eb('invoices.amount_applied', '+', eb.ref('invoices.amount_written_off'))),
        ),
      ).as('due'),
      sumOf<number | null>(eb.ref('invoices.base_due')).as('base_due'),
      eb.fn.countAll<number>().filterWhere('invoices.base_due', 'is', null).as('unbooked'),
    ])
    .where('invoices.kind', '=', 'invoice')
    .where('invoices.status', 'in', ['sent', 'overdue'])
    .where((eb) =>
      agencyId === null ? eb('invoices.issuer', '=', 'platform') : eb('invoices.agency_id', '=', agencyId),
    )
    .groupBy(['invoices.client_id', 'client_name', 'payer_name', 'invoices.currency', 'age'])
    .execute()
}
