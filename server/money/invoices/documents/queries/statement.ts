import { sql } from 'kysely'
import type { z } from 'zod'
import { formatDate } from '#shared/base/format.ts'
import type { statementInput } from '#shared/money/invoices/schemas/statements.ts'
import type { StatementDto, StatementLine } from '#shared/money/invoices/statements.ts'
import type { LedgerDirection } from '#shared/money/ledger/finance.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { inAgency } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { kindOfPayment, reversesPayment } from '../../../ledger/queries/standing.ts'

/** A client's invoices and payments of a period, with a running balance. */
export async function getStatement(
  ctx: UserCtx,
  input: z.output<typeof statementInput>,
): Promise<StatementDto> {
  const client = await selectFrom(ctx, 'clients')
    .innerJoin('agencies', 'agencies.id', 'clients.agency_id')
    .select([
      'clients.id',
      'clients.agency_id',
      'clients.name',
      'clients.billing_currency',
      'agencies.currency as base',
    ])
    .where('clients.id', '=', input.client_id)
    .executeTakeFirst()
  const seesBills = ctx.reach.kind !== 'contributor' && ctx.reach.seesBilling
  if (client === undefined || !seesBills) throw notFound('This client')

  // Clients can't read the ledger, but may see its entries about themselves.
  const books = inAgency(ctx, { agencyId: client.agency_id })
  const currencies = await currenciesOf(books, client.id)
  const usual = client.billing_currency ?? client.base
  const currency = input.currency ?? (currencies.includes(usual) ? usual : (currencies[0] ?? usual))
  const lines = await movementsOf(books, { id: client.id, currency })
  const before = lines.filter((line) => line.date < input.from)
  let balance = before.reduce((sum, line) => sum + line.amount, 0)
  const opening = balance
  const shown = lines
    .filter((line) => line.date >= input.from && line.date <= input.to)
    .map((line) => {
      balance += line.amount
      return { ...line, balance }
    })
  return {
    client_id: client.id,
    client_name: client.name,
    currency,
    currencies,
    from: input.from,
    to: input.to,
    opening_balance: opening,
    lines: shown,
    closing_balance: balance,
    opening_credit: await creditUntil(books, { id: client.id, currency }, '<', input.from),
    closing_credit: await creditUntil(books, { id: client.id, currency }, '<=', input.to),
  }
}

async function currenciesOf(ctx: Ctx, clientId: string): Promise<string[]> {
  const rows = await selectFrom(ctx, 'invoices')
    .select('currency')
    .distinct()
    .where('client_id', '=', clientId)
    .where('number', 'is not', null)
    .execute()
  const paid = await selectFrom(ctx, 'ledger_entries')
    .select('currency')
    .distinct()
    .where('client_id', '=', clientId)
    .where('direction', 'in', ['income', 'liability'])
    .execute()
  return [...new Set([...rows, ...paid].map((row) => row.currency))].toSorted()
}

/** The client's credit before a day, or at its end. */
async function creditUntil(
  ctx: Ctx,
  client: { id: string; currency: string },
  until: '<' | '<=',
  day: string,
): Promise<number> {
  const { amount } = await selectFrom(ctx, 'client_credits')
    .select((eb) => sumOf<number | null>(eb.ref('amount')).as('amount'))
    .where('client_id', '=', client.id)
    .where('currency', '=', client.currency)
    .where('occurred_on', until, day)
    .executeTakeFirstOrThrow()
  return amount ?? 0
}

/** The kinds of ledger entries on a statement: payments, refunds, reversals, losses, and credit without a payment. */
function kindOf(entry: {
  direction: LedgerDirection
  amount: number
  category: string
  reverses: number | null
}): StatementLine['kind'] {
  if (entry.direction === 'write_off') return 'write_off'
  if (entry.category === 'credit_adjustments') return 'adjustment'
  return kindOfPayment(entry)
}

/** An invoice counts in full from its date of issue; due dates of installments are shown with it. */
const inInstallments = (invoice: {
  instalments: number
  first_due_on: string | null
  due_on: string
}): string =>
  invoice.first_due_on === null
    ? ''
    : `, in ${invoice.instalments} installments from ${formatDate(invoice.first_due_on)} to ${formatDate(invoice.due_on)}`

const WITHOUT_LOSSES = sql<string>`case when direction = 'write_off' then '' else category end`

async function movementsOf(
  ctx: Ctx,
  client: { id: string; currency: string },
): Promise<Omit<StatementLine, 'balance'>[]> {
  const [invoices, payments] = await Promise.all([
    selectFrom(ctx, 'invoices')
      .leftJoin('invoice_instalments', 'invoice_instalments.invoice_id', 'invoices.id')
      .select((eb) => [
        'invoices.kind',
        'invoices.number',
        'invoices.title',
        'invoices.total',
        'invoices.issued_on',
        'invoices.due_on',
        eb.fn.count<number>('invoice_instalments.due_on').as('instalments'),
        eb.fn.min<string | null>('invoice_instalments.due_on').as('first_due_on'),
      ])
      .groupBy(['invoices.agency_id', 'invoices.id'])
      .where('client_id', '=', client.id)
      .where('currency', '=', client.currency)
      .where('kind', '!=', 'template')
      .where('status', 'not in', ['draft', 'void'])
      .execute(),
    selectFrom(ctx, 'ledger_entries')
      .select((eb) => [
        'description',
        'occurred_on',
        'direction',
        // The net and tax of a loss are entries of their own.
        WITHOUT_LOSSES.as('category'),
        // A payment for more than one project has an entry for each.
        sumOf<number>(eb.ref('amount')).as('amount'),
        eb.fn.max<number | null>(reversesPayment(eb)).as('reverses'),
      ])
      .groupBy(['payment_id', 'description', 'occurred_at', 'occurred_on', 'direction', WITHOUT_LOSSES])
      .orderBy('occurred_at')
      .where('client_id', '=', client.id)
      .where('currency', '=', client.currency)
      // Applying or keeping credit doesn't change the balance.
      .where((eb) =>
        eb.or([
          eb('direction', '=', 'write_off'),
          eb.and([eb('direction', '=', 'liability'), eb('category', '=', 'credit_adjustments')]),
          eb.and([
            eb('payment_id', 'is not', null),
            eb('direction', 'in', ['income', 'liability']),
            eb('category', 'in', ['invoices', 'deposits', 'client_credit']),
          ]),
        ]),
      )
      .execute(),
  ])
  return [
    ...invoices.map((invoice) => ({
      date: invoice.issued_on ?? invoice.due_on,
      kind: invoice.kind === 'credit_note' ? ('credit_note' as const) : ('invoice' as const),
      text: `${invoice.number ?? ''} ${invoice.title}`.trim() + inInstallments(invoice),
      amount: invoice.kind === 'credit_note' ? -invoice.total : invoice.total,
    })),
    ...payments.map((entry) => ({
      date: entry.occurred_on,
      kind: kindOf(entry),
      text: entry.description,
      amount: -entry.amount,
    })),
  ].toSorted((a, b) => a.date.localeCompare(b.date))
}
