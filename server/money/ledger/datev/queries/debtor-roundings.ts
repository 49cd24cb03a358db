import type { NotNull } from 'kysely'
import { convert } from '#shared/base/amounts/exchange.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { afterCursor, pagesOf } from '../../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'

/** Minor units of the base currency that a customer's account is off by. */
export interface Rounding {
  clientId: string | null
  number: string
  date: string
  amount: number
}

interface Days {
  from: string
  to: string
}

const INVOICES_AT_ONCE = 250

/**
 * Credit notes and losses in another currency are converted one by one, so that their sum can differ from the
 * converted amount due. Yields the difference of each day on which it changes.
 */
export async function* debtorRoundings(
  ctx: AgencyCtx,
  period: Days,
  base: string,
): AsyncGenerator<Rounding[]> {
  const pages = pagesOf(
    (after, limit) =>
      afterCursor(reducedInvoices(ctx, base, period.to), ['invoices.id'], after, 'asc')
        .limit(limit)
        .execute(),
    ({ id }) => [id],
    INVOICES_AT_ONCE,
  )
  for await (const invoices of pages) {
    const steps = await stepsOf(ctx, invoices)
    yield invoices.flatMap((invoice) => roundingsOf(invoice, steps.get(invoice.id) ?? [], base, period))
  }
}

type InvoiceRow = Awaited<ReturnType<ReturnType<typeof reducedInvoices>['executeTakeFirstOrThrow']>>

/** Invoices in another currency of which a part was credited or written off. */
const reducedInvoices = (ctx: AgencyCtx, base: string, to: string) =>
  selectFrom(ctx, 'invoices')
    .select(['id', 'client_id', 'number', 'currency', 'booking_rate', 'total'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('kind', '=', 'invoice')
    .where('number', 'is not', null)
    .$narrowType<{ number: NotNull }>()
    .where('status', 'not in', ['draft', 'void'])
    .where('currency', '!=', base)
    .where('issued_on', '<=', to)
    .where((eb) =>
      eb.or([
        eb('amount_credited', '>', 0),
        eb.exists(
          eb
            .selectFrom('ledger_entries')
            .select('ledger_entries.id')
            .whereRef('ledger_entries.invoice_id', '=', 'invoices.id')
            .where('ledger_entries.direction', '=', 'write_off'),
        ),
      ]),
    )

/** A part of an invoice that was settled; without a base amount it is converted. */
interface Step {
  invoiceId: string | null
  day: string | null
  amount: number
  base: number | null
}

async function stepsOf(ctx: AgencyCtx, invoices: readonly { id: string }[]): Promise<Map<string, Step[]>> {
  const ids = invoices.map(({ id }) => id)
  const [entries, notes] = await Promise.all([
    selectFrom(ctx, 'ledger_entries')
      .select(['invoice_id as invoiceId', 'occurred_on as day', 'amount', 'base_amount as base'])
      .where('invoice_id', 'in', ids)
      .where((eb) =>
        eb.or([
          eb('direction', '=', 'write_off'),
          eb.and([eb('direction', '=', 'income'), eb('category', '=', 'invoices')]),
        ]),
      )
      .execute(),
    selectFrom(ctx, 'invoices')
      .select(['credited_invoice_id as invoiceId', 'issued_on as day', 'total as amount'])
      .where('credited_invoice_id', 'in', ids)
      .where('number', 'is not', null)
      .$narrowType<{ number: NotNull }>()
      .where('status', 'not in', ['draft', 'void'])
      .execute(),
  ])
  const steps: Step[] = [...entries, ...notes.map((note) => ({ ...note, base: null }))]
  return Map.groupBy(steps, ({ invoiceId }) => invoiceId ?? '')
}

function roundingsOf(
  { client_id: clientId, number, currency, booking_rate }: InvoiceRow,
  steps: readonly Step[],
  base: string,
  { from, to }: Days,
): Rounding[] {
  const inBase = (amount: number) => convert(amount, currency, base, booking_rate ?? '1')
  let [settled, posted, rounded] = [0, 0, 0]
  const days = [...Map.groupBy(steps, ({ day }) => day ?? '')].toSorted(([one], [other]) =>
    one.localeCompare(other),
  )
  return days.flatMap(([date, own]) => {
    for (const step of own) {
      settled += step.amount
      posted += step.base ?? inBase(step.amount)
    }
    const amount = posted - inBase(settled) - rounded
    rounded += amount
    const isWithin = date >= from && date <= to
    return amount === 0 || !isWithin ? [] : [{ clientId, number, date, amount }]
  })
}
