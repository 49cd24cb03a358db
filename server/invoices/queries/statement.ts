import type { z } from 'zod'
import type { StatementDto, StatementLine, statementInput } from '#shared/invoices.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { agencyFilter, billingClientFilter } from '../../db/scope-guard.ts'
import { notFound } from '../../errors.ts'

/** What one client was billed and paid over a period, with the balance after each line. */
export async function getStatement(
  db: Db,
  scope: Scope,
  input: z.output<typeof statementInput>,
): Promise<StatementDto> {
  const agencyId = agencyFilter(scope)
  const own = billingClientFilter(scope)
  const client = await db
    .selectFrom('clients')
    .innerJoin('agencies', 'agencies.id', 'clients.agency_id')
    .select(['clients.id', 'clients.agency_id', 'clients.name', 'agencies.currency'])
    .where('clients.id', '=', input.client_id)
    .$if(agencyId !== null, (query) => query.where('clients.agency_id', '=', agencyId))
    .$if(own !== null, (query) => query.where('clients.id', '=', own))
    .executeTakeFirst()
  if (client === undefined || scope.role === 'employee') throw notFound('This client')

  const lines = await movementsOf(db, client)
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
    currency: client.currency,
    from: input.from,
    to: input.to,
    opening_balance: opening,
    lines: shown,
    closing_balance: balance,
  }
}

async function movementsOf(
  db: Db,
  client: { id: string; currency: string },
): Promise<Omit<StatementLine, 'balance'>[]> {
  const [invoices, payments] = await Promise.all([
    db
      .selectFrom('invoices')
      .select(['kind', 'number', 'title', 'total', 'issued_on', 'due_on'])
      .where('client_id', '=', client.id)
      .where('currency', '=', client.currency)
      .where('kind', '!=', 'template')
      .where('status', 'not in', ['draft', 'void'])
      .execute(),
    db
      .selectFrom('ledger_entries')
      .select(['description', 'amount', 'occurred_on'])
      .where('client_id', '=', client.id)
      .where('currency', '=', client.currency)
      .where('direction', '=', 'income')
      .where('category', 'in', ['invoices', 'deposits'])
      .execute(),
  ])
  return [
    ...invoices.map((invoice) => ({
      date: invoice.issued_on ?? invoice.due_on,
      kind: invoice.kind === 'credit_note' ? ('credit_note' as const) : ('invoice' as const),
      text: `${invoice.number ?? ''} ${invoice.title}`.trim(),
      amount: invoice.kind === 'credit_note' ? -invoice.total : invoice.total,
    })),
    ...payments.map((entry) => ({
      date: entry.occurred_on,
      kind: entry.amount < 0 ? ('refund' as const) : ('payment' as const),
      text: entry.description,
      amount: -entry.amount,
    })),
  ].toSorted((a, b) => a.date.localeCompare(b.date))
}
