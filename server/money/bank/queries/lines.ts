import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { BankLineDto, BankMatchDto } from '#shared/money/bank/bank.ts'
import type { bankLineListInput } from '#shared/money/bank/schemas/bank.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { pageAfter, whereSet } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { containsText } from '../../../base/db/engines/dialect.ts'
import { fromFlag } from '../../../base/db/values.ts'
import { providerPayoutLabel } from '../rules/parties.ts'
import { refundLabel } from '../rules/refunds.ts'
import { suggestionsFor } from '../rules/suggestions.ts'
import { getCandidates } from './candidates.ts'

/** Lines of the agency's statements, newest first; open ones have suggestions. */
export async function listBankLines(
  ctx: AgencyCtx,
  input: z.output<typeof bankLineListInput>,
): Promise<Page<BankLineDto>> {
  let lines = linesOf(ctx).where('bank_lines.status', '=', input.status)
  lines = whereSet(lines, 'bank_lines.account_id', input.account_id)
  if (input.search !== '') {
    lines = lines.where((eb) =>
      containsText(
        eb,
        [eb.ref('bank_lines.party_name'), eb.ref('bank_lines.text'), eb.ref('bank_lines.party_iban')],
        input.search,
      ),
    )
  }
  const page = await pageAfter(lines, ['bank_lines.booked_on', 'bank_lines.id'], input, (row) => row)
  return { ...page, items: await toLines(ctx, page.items) }
}

export async function getBankLine(ctx: AgencyCtx, id: string): Promise<BankLineDto> {
  const row = await linesOf(ctx).where('bank_lines.id', '=', id).executeTakeFirst()
  const [line] = row === undefined ? [] : await toLines(ctx, [row])
  if (line === undefined) throw notFound('This line')
  return line
}

type LineRow = Awaited<ReturnType<ReturnType<typeof linesOf>['executeTakeFirstOrThrow']>>

const linesOf = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'bank_lines')
    .innerJoin('bank_accounts', 'bank_accounts.id', 'bank_lines.account_id')
    .select([
      'bank_lines.id',
      'bank_lines.account_id',
      'bank_accounts.name as account_name',
      'bank_lines.booked_on',
      'bank_lines.valued_on',
      'bank_lines.amount',
      'bank_lines.charges',
      'bank_lines.currency',
      'bank_lines.party_name',
      'bank_lines.party_iban',
      'bank_lines.reference',
      'bank_lines.end_to_end_id',
      'bank_lines.text',
      'bank_lines.status',
      'bank_lines.version',
    ])
    .where('bank_lines.agency_id', '=', ctx.reach.agencyId)

async function toLines(ctx: AgencyCtx, rows: readonly LineRow[]): Promise<BankLineDto[]> {
  const isOpen = rows.some(({ status }) => status === 'open')
  const [matches, candidates] = await Promise.all([
    matchesOf(
      ctx,
      rows.filter(({ status }) => status === 'matched').map(({ id }) => id),
    ),
    isOpen ? getCandidates(ctx) : null,
  ])
  return rows.map((row) => ({
    ...row,
    matches: matches.get(row.id) ?? [],
    suggestions: row.status === 'open' && candidates !== null ? suggestionsFor(row, candidates) : [],
  }))
}

async function matchesOf(ctx: AgencyCtx, lineIds: readonly string[]): Promise<Map<string, BankMatchDto[]>> {
  if (lineIds.length === 0) return new Map()
  const rows = await selectFrom(ctx, 'bank_matches')
    .leftJoin('clients', 'clients.id', 'bank_matches.client_id')
    .leftJoin('invoices', 'invoices.id', 'bank_matches.invoice_id')
    .leftJoin('expenses', 'expenses.id', 'bank_matches.expense_id')
    .leftJoin('payouts', 'payouts.id', 'bank_matches.payout_id')
    .leftJoin('employees', 'employees.id', 'payouts.employee_id')
    .leftJoin('bank_lines as others', 'others.id', 'bank_matches.other_line_id')
    .leftJoin('bank_accounts', 'bank_accounts.id', 'others.account_id')
    .select([
      'bank_matches.line_id',
      'bank_matches.kind',
      'bank_matches.amount',
      'bank_matches.booked',
      'bank_matches.invoice_id',
      'clients.name as client_name',
      'invoices.number',
      'expenses.description as expense',
      'expenses.refund',
      'employees.name as employee_name',
      'bank_accounts.name as account_name',
    ])
    .where('bank_matches.line_id', 'in', lineIds)
    .orderBy('bank_matches.position')
    .execute()
  const matches = new Map<string, BankMatchDto[]>()
  for (const { line_id, kind, amount, booked, invoice_id, ...names } of rows) {
    const match = { kind, label: labelOf(kind, amount, names), amount, booked: fromFlag(booked), invoice_id }
    matches.set(line_id, [...(matches.get(line_id) ?? []), match])
  }
  return matches
}

interface Names {
  client_name: string | null
  number: string | null
  expense: string | null
  refund: number | null
  employee_name: string | null
  account_name: string | null
}

function labelOf(kind: BankMatchDto['kind'], amount: number, names: Names): string {
  const { client_name, number, expense, refund, employee_name, account_name } = names
  switch (kind) {
    case 'invoice':
    case 'payment':
      return number === null ? `Payment of ${client_name ?? 'a client'}` : `${number} of ${client_name ?? ''}`
    case 'refund':
      return refundLabel(number, client_name ?? 'a client')
    case 'deposit':
      return `Credit of ${client_name ?? 'a client'}`
    case 'expense':
      if (expense === null) return 'Expense, deleted since'
      return refund === 1 ? `Refund “${expense}”` : `Expense “${expense}”`
    case 'payout':
      return `Payout to ${employee_name ?? 'a contributor'}`
    case 'provider_payout':
      return providerPayoutLabel(amount)
    case 'transfer':
      return account_name === null ? 'Transfer between your accounts' : `Transfer, ${account_name}`
  }
}
