import type { z } from 'zod'
import {
  MAX_PROFIT_ROWS,
  type ProfitPart,
  type ProfitRow,
  type ProfitRowsDto,
} from '#shared/money/ledger/profit.ts'
import { partsOf } from '#shared/money/ledger/profit-split.ts'
import type { profitRowsInput } from '#shared/money/ledger/schemas/profit.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { costOfEntry } from '../../../../time/timesheets/queries/entry-cost.ts'
import { netAmount } from '../../queries/net-amount.ts'
import { entriesOfRecord } from './entries.ts'
import { lostTaxOfHours } from './hours.ts'
import { countIssued, type DocumentPart, issuedShares } from './issued-documents.ts'
import { issuedSums } from './issued-sums.ts'
import { lossesOf } from './losses.ts'
import { type Scope, scopeOf, timeOf } from './scope.ts'

/** The rows that add up to one part of a profit by issued documents, newest or largest first. */
export async function listProfitRows(
  ctx: UserCtx,
  input: z.output<typeof profitRowsInput>,
): Promise<ProfitRowsDto> {
  const scope = await scopeOf(ctx, { ...input, basis: 'issued' })
  return { currency: scope.currency, ...(await rowsOf(ctx, scope, input.part)) }
}

type Rows = Pick<ProfitRowsDto, 'rows' | 'others'>

function rowsOf(ctx: Ctx, scope: Scope, part: ProfitPart): Promise<Rows> {
  switch (part) {
    case 'invoices':
    case 'credit_notes':
      return documentRows(ctx, scope, part)
    case 'write_offs':
      return lossRows(ctx, scope)
    case 'hours':
      return hourRows(ctx, scope)
    case 'payouts':
      return payoutRows(ctx, scope)
    default:
      return entryRows(ctx, scope, part)
  }
}

/**
 * One row per document, even if its lines belong to different projects of a client. Only a project's documents, of
 * which each may have a small share, are all read; of others, the rows left out are counted and added up by the
 * database.
 */
async function documentRows(ctx: Ctx, scope: Scope, part: DocumentPart): Promise<Rows> {
  const found = new Map<string, ProfitRow>()
  for await (const shares of issuedShares(ctx, scope, part)) {
    for (const { id, issued_on, number, title, amount } of shares) {
      const label = number === null ? title : `${number} · ${title}`
      addTo(found, { ...NO_ROW, id, date: issued_on, label, amount, invoice_id: id })
    }
    if (scope.projectId === null && found.size > MAX_PROFIT_ROWS) break
  }
  const rows = [...found.values()]
  if (scope.projectId !== null || rows.length <= MAX_PROFIT_ROWS) return limited(rows)
  const shown = rows.slice(0, MAX_PROFIT_ROWS)
  const [{ count }, { sums }] = await Promise.all([
    countIssued(ctx, scope, part),
    issuedSums(ctx, scope, { split: false }),
  ])
  return {
    rows: shown,
    others: { count: count - shown.length, amount: partsOf(sums)[part] - amountOf(shown) },
  }
}

async function lossRows(ctx: Ctx, scope: Scope): Promise<Rows> {
  const rows = new Map<string, ProfitRow>()
  for (const { id, occurred_on, description, invoice_id, amount } of await lossesOf(ctx, scope)) {
    addTo(rows, { ...NO_ROW, id, date: occurred_on, label: description, invoice_id, amount })
  }
  return limited([...rows.values()].toSorted(newestFirst))
}

const newestFirst = (a: ProfitRow, b: ProfitRow): number => (b.date ?? '').localeCompare(a.date ?? '')

const NO_ROW = { date: null, seconds: null, invoice_id: null, expense_id: null }

function addTo(rows: Map<string, ProfitRow>, row: ProfitRow): void {
  const known = rows.get(row.id)
  if (known === undefined) rows.set(row.id, row)
  else known.amount += row.amount
}

const amountOf = (rows: readonly ProfitRow[]): number => rows.reduce((sum, { amount }) => sum + amount, 0)

const limited = (rows: readonly ProfitRow[]): Rows => {
  const rest = rows.slice(MAX_PROFIT_ROWS)
  return {
    rows: rows.slice(0, MAX_PROFIT_ROWS),
    others: { count: rest.length, amount: amountOf(rest) },
  }
}

async function hourRows(ctx: Ctx, scope: Scope): Promise<Rows> {
  if (scope.agencyId === null) return limited([])
  const people = await timeOf(ctx, scope)
    .innerJoin('profiles', 'profiles.user_id', 'time_entries.user_id')
    .select((eb) => [
      'profiles.user_id as id',
      'profiles.name as label',
      sumOf(costOfEntry).as('amount'),
      sumOf(eb.ref('time_entries.duration_seconds')).as('seconds'),
    ])
    .groupBy(['profiles.user_id', 'profiles.name'])
    .execute()
  return limited(people.toSorted((a, b) => b.amount - a.amount).map((person) => ({ ...NO_ROW, ...person })))
}

/** Those without recorded hours, and the tax on bills of recorded hours that can't be deducted. */
async function payoutRows(ctx: Ctx, scope: Scope): Promise<Rows> {
  const [payouts, taxes] = await Promise.all([entryRows(ctx, scope, 'payouts'), lostTaxOfHours(ctx, scope)])
  const rows = new Map(payouts.rows.map((row) => [row.id, row]))
  for (const { id, date, label, amount } of taxes) {
    addTo(rows, { ...NO_ROW, id, date, label: `Non-deductible tax: ${label}`, amount })
  }
  const { rows: shown, others } = limited([...rows.values()].toSorted(newestFirst))
  return {
    rows: shown,
    others: { count: others.count + payouts.others.count, amount: others.amount + payouts.others.amount },
  }
}

async function entryRows(ctx: Ctx, scope: Scope, part: ProfitPart): Promise<Rows> {
  const entries = entriesOfRecord(ctx, scope, [part])
  const [rows, all] = await Promise.all([
    entries
      .select((eb) => [
        'ledger_entries.id',
        'ledger_entries.occurred_on as date',
        'ledger_entries.description as label',
        'ledger_entries.expense_id',
        'ledger_entries.invoice_id',
        netAmount(eb).as('amount'),
      ])
      .orderBy('ledger_entries.occurred_on', 'desc')
      .orderBy('ledger_entries.id', 'desc')
      .limit(MAX_PROFIT_ROWS)
      .execute(),
    entries
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        sumOf<number | null>(netAmount(eb)).as('amount'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const shown = rows.map((row) => ({ ...NO_ROW, ...row, amount: row.amount ?? 0 }))
  return {
    rows: shown,
    others: {
      count: all.count - shown.length,
      amount: (all.amount ?? 0) - amountOf(shown),
    },
  }
}
