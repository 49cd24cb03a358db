import type { z } from 'zod'
import type {
  ReturnColumn,
  ReturnLine,
  ReturnTable,
  TaxReturn,
  TaxReturnDto,
} from '#shared/money/ledger/returns.ts'
import type { taxReturnInput } from '#shared/money/ledger/schemas/returns.ts'
import type { TaxBasis } from '#shared/money/ledger/taxes/tax-report.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { getLetterheadProfile } from '../../../../identity/letterhead/queries/profile.ts'
import { EC_SALES_LIST } from '../rules/ec-sales-list.ts'
import { addToGroup, fillBoxes, type GroupSum, type ReturnForm, restOf, saleGroup } from '../rules/form.ts'
import { GERMAN_ADVANCE_RETURN } from '../rules/german-advance-return.ts'
import { type LineSums, type ListGroup, type ReturnList, restOfList } from '../rules/list.ts'
import { offeredReturns } from '../rules/offered.ts'
import { OSS_RETURN } from '../rules/oss-return.ts'
import { UK_VAT_RETURN } from '../rules/uk-vat-return.ts'
import { US_SALES } from '../rules/us-sales.ts'
import { CONTRIBUTOR_TOTALS } from './contributor-totals.ts'
import type { EntryList } from './entry-list.ts'
import { EXCHANGE_DIFFERENCES } from './exchange-differences.ts'
import {
  eachSale,
  inputSums,
  isLost,
  purchaseSums,
  type ReturnPeriod,
  reliefSums,
  undeductedSums,
} from './return-sums.ts'

export type ReturnDefinition = { form: ReturnForm } | { list: ReturnList } | { entries: EntryList }

export const RETURN_DEFINITIONS: Record<TaxReturn, ReturnDefinition> = {
  'german-advance-return': { form: GERMAN_ADVANCE_RETURN },
  'ec-sales-list': { list: EC_SALES_LIST },
  'oss-return': { list: OSS_RETURN },
  'uk-vat-return': { form: UK_VAT_RETURN },
  'us-sales': { list: US_SALES },
  'form-1099-nec': { entries: CONTRIBUTOR_TOTALS },
  'exchange-differences': { entries: EXCHANGE_DIFFERENCES },
}

/** How a return counts that was asked for by a basis. */
export const basisOfReturn = (definition: ReturnDefinition, asked: TaxBasis): TaxBasis =>
  ('list' in definition && definition.list.basis) || asked

type Figures = Pick<
  TaxReturnDto,
  'form_currency' | 'boxes' | 'table' | 'rest' | 'output_total' | 'input_total' | 'without_rate'
>

/** Lines that the screen shows; the file has them all. */
const MAX_LINES = 200

/** A tax return for a period, from the rows of the tax report. */
export async function getTaxReturn(
  ctx: AgencyCtx,
  { kind: asked, ...period }: z.output<typeof taxReturnInput>,
  { most }: { most: number } = { most: MAX_LINES },
): Promise<TaxReturnDto> {
  const [currency, { country }] = await Promise.all([
    agencyCurrency(ctx, ctx.reach.agencyId),
    getLetterheadProfile(ctx),
  ])
  const offered = offeredReturns({ country, currency })
  const kind = asked ?? offered[0] ?? 'german-advance-return'
  const definition = RETURN_DEFINITIONS[kind]
  const counted = { ...period, basis: basisOfReturn(definition, period.basis) }
  const figures = await figuresOf(ctx, counted, definition, { currency, most })
  return { kind, offered, currency, ...counted, ...figures }
}

async function figuresOf(
  ctx: AgencyCtx,
  period: ReturnPeriod,
  definition: ReturnDefinition,
  shown: { currency: string; most: number },
): Promise<Figures> {
  if ('form' in definition) return formFigures(ctx, period, definition.form, shown.currency)
  if ('list' in definition) return listFigures(ctx, period, definition.list, shown)
  const { columns, lines, currency } = definition.entries
  const nothing = { boxes: [], rest: [], without_rate: 0, output_total: null, input_total: null }
  const table = tableOf(columns, await lines(ctx, period), shown.most)
  return { ...nothing, form_currency: currency, table }
}

async function formFigures(
  ctx: AgencyCtx,
  period: ReturnPeriod,
  form: ReturnForm,
  currency: string,
): Promise<Figures> {
  const output = new Map<string, GroupSum>()
  const byIssue = new Map<string, GroupSum>()
  const losses = new Map<string, GroupSum>()
  const [without_rate, unbooked, input, undeducted, purchases, relief] = await Promise.all([
    eachSale(ctx, period, saleGroup(form, period.basis), (group, sum, record) => {
      addToGroup(output, group, sum)
      if (isLost(record, sum)) addToGroup(losses, group, { net: -sum.net, tax: -sum.tax, count: 1 })
    }),
    sumsByIssue(ctx, period, form, byIssue),
    inputSums(ctx, period, form.input),
    undeductedSums(ctx, period, form),
    purchaseSums(ctx, period, form.purchases),
    reliefSums(ctx, period, form),
  ])
  const sums = { output: new Map([...output, ...byIssue]), input, undeducted, purchases, losses, relief }
  return {
    form_currency: form.currency,
    boxes: fillBoxes(form, sums, currency),
    table: null,
    rest: restOf(form.rest, sums),
    output_total: totalOf(output),
    input_total: totalOf(input),
    without_rate: without_rate + unbooked,
  }
}

/** In a return by date of payment, the groups that count by that of issue. Returns how many sales have no exchange rate. */
async function sumsByIssue(
  ctx: AgencyCtx,
  { basis, ...period }: ReturnPeriod,
  { output, byIssue = [] }: ReturnForm,
  sums: Map<string, GroupSum>,
): Promise<number> {
  if (basis === 'issued' || byIssue.length === 0) return 0
  return eachSale(
    ctx,
    { ...period, basis: 'issued' },
    (rate, { place }) => byIssue.find((group) => group === output(rate, place)) ?? null,
    (group, sum) => addToGroup(sums, group, sum),
  )
}

/** A group's name; lines may contain anything but the separator. */
const SEPARATOR = '\n'
const OUTSIDE = ''

export const nameOfGroup = (group: ListGroup): string => {
  if (group === null) return OUTSIDE
  return 'rest' in group ? group.rest : `${group.line}${SEPARATOR}${group.kind}`
}

/** The key of the line or rest that the group belongs to. */
export const keyOfGroup = (name: string): string => name.split(SEPARATOR)[0] ?? OUTSIDE

async function listFigures(
  ctx: AgencyCtx,
  period: ReturnPeriod,
  list: ReturnList,
  shown: { currency: string; most: number },
): Promise<Figures> {
  const groups = new Map<string, GroupSum>()
  const names = new Map<string, string | null>()
  const [without_rate, input] = await Promise.all([
    eachSale(
      ctx,
      period,
      (rate, sale) => nameOfGroup(list.assign(rate, sale)),
      (group, sum, { place }) => {
        addToGroup(groups, group, sum)
        const key = keyOfGroup(group)
        if (!names.has(key)) names.set(key, place.name)
      },
    ),
    inputSums(ctx, period, () => OUTSIDE),
  ])
  const lines = new Map<string, LineSums & { sums: Map<string, GroupSum> }>()
  for (const [group, sum] of groups) {
    const [key = OUTSIDE, kind] = group.split(SEPARATOR)
    if (kind === undefined) continue
    const line = lines.get(key) ?? { key, customer: names.get(key) ?? null, sums: new Map() }
    line.sums.set(kind, sum)
    lines.set(key, line)
  }
  return {
    form_currency: list.currency,
    boxes: [],
    table: tableOf(list.columns, linesOf(list, [...lines.values()], shown.currency), shown.most),
    rest: restOfList(list, groups),
    output_total: totalOf(groups),
    input_total: totalOf(input),
    without_rate,
  }
}

const linesOf = ({ cells }: ReturnList, sums: readonly LineSums[], currency: string): ReturnLine[] =>
  sums.map((line) => ({
    key: line.key,
    cells: cells(line, currency),
    count: [...line.sums.values()].reduce((total, { count }) => total + count, 0),
  }))

function tableOf(columns: readonly ReturnColumn[], lines: readonly ReturnLine[], most: number): ReturnTable {
  const named = lines.toSorted(
    (one, other) =>
      String(one.cells[0]).localeCompare(String(other.cells[0])) || one.key.localeCompare(other.key),
  )
  return {
    columns: [...columns],
    lines: named.slice(0, most),
    totals: columns.map(({ money }, index) =>
      money ? lines.reduce((total, line) => total + Number(line.cells[index] ?? 0), 0) : null,
    ),
    left_off: Math.max(0, lines.length - most),
  }
}

function totalOf(sums: ReadonlyMap<string, GroupSum>): { net: number; tax: number } {
  let [net, tax] = [0, 0]
  for (const sum of sums.values()) {
    net += sum.net
    tax += sum.tax
  }
  return { net, tax }
}
