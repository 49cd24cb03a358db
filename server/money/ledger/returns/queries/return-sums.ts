import type { NotNull } from 'kysely'
import { plus } from '#shared/base/amounts/money.ts'
import type { PurchaseTerms } from '#shared/money/ledger/taxes/purchases.ts'
import type { TaxBasis, TaxRate } from '#shared/money/ledger/taxes/tax-report.ts'
import { hasTax, type SplitPart } from '#shared/money/ledger/taxes/tax-split.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { ledgerOf } from '../../queries/ledger.ts'
import { isListed } from '../../queries/standing.ts'
import { taxSums } from '../../taxes/queries/tax-sums.ts'
import { addToGroup, type GroupSum, type ReturnForm } from '../rules/form.ts'
import { type TaxedRecord, taxedRecords } from './taxed-records.ts'

export interface ReturnPeriod {
  from: string
  to: string
  basis: TaxBasis
}

export const RECORDS_AT_ONCE = 500

/** A record's amounts in one group. */
export interface PartSum {
  net: number
  tax: number
  base_net: number | null
  base_tax: number | null
}

/** Adds up a record's parts by group, omitting those without a group. */
export function sumsByGroup(
  { parts }: TaxedRecord,
  groupOf: (part: SplitPart) => string | null,
): Map<string, PartSum> {
  const sums = new Map<string, PartSum>()
  for (const part of parts) {
    const group = groupOf(part)
    if (group === null) continue
    const sum = sums.get(group)
    sums.set(group, {
      net: part.net + (sum?.net ?? 0),
      tax: part.tax + (sum?.tax ?? 0),
      base_net: plus(part.base_net, sum?.base_net ?? 0),
      base_tax: plus(part.base_tax, sum?.base_tax ?? 0),
    })
  }
  return sums
}

/** Calls back for each sale of the period and group, newest first. Returns how many have no exchange rate. */
export async function eachSale(
  ctx: AgencyCtx,
  { basis, ...period }: ReturnPeriod,
  groupOf: (rate: TaxRate, sale: TaxedRecord) => string | null,
  add: (group: string, sum: GroupSum, record: TaxedRecord) => void,
): Promise<number> {
  let unbooked = 0
  const pages = taxedRecords(
    ctx,
    period,
    { sides: ['output'], basis },
    { after: null, limit: RECORDS_AT_ONCE },
  )
  for await (const page of pages) {
    for (const record of page) {
      for (const [group, { base_net, base_tax }] of sumsByGroup(record, (part) => groupOf(part, record))) {
        if (base_net === null) unbooked++
        else add(group, { net: base_net, tax: base_tax ?? 0, count: 1 }, record)
      }
    }
  }
  return unbooked
}

/** Whether a part of a loss is relieved in the form; its net amount and its tax are entries of their own. */
export const isRelieved = (
  { output, relief }: Pick<ReturnForm, 'output' | 'relief'>,
  part: SplitPart,
  { place }: Pick<TaxedRecord, 'place'>,
): boolean => hasTax(part) && (relief?.of.includes(output(part, place)) ?? false)

/** Losses relieved or repaid in the period, by date of issue: by that of payment, they were never taxed. */
export async function reliefSums(
  ctx: AgencyCtx,
  { basis, ...period }: ReturnPeriod,
  form: Pick<ReturnForm, 'output' | 'relief'>,
): Promise<Map<string, GroupSum>> {
  const groups = new Map<string, GroupSum>()
  if (form.relief === undefined || basis === 'paid') return groups
  const asked = { sides: ['relief'], basis } as const
  for await (const page of taxedRecords(ctx, period, asked, { after: null, limit: RECORDS_AT_ONCE })) {
    for (const record of page) {
      const parts = record.parts.filter((part) => isRelieved(form, part, record))
      for (const [group, { base_net, base_tax }] of sumsByGroup(
        { ...record, parts },
        () => record.relief ?? null,
      ))
        if (base_net !== null) addToGroup(groups, group, { net: base_net, tax: base_tax ?? 0, count: 1 })
    }
  }
  return groups
}

/** Whether the amount of a sale's record is lost: a write-off's net amount, not its tax or what was recovered. */
export const isLost = ({ kind }: Pick<TaxedRecord, 'kind'>, { net }: { net: number }): boolean =>
  kind === 'write_off' && net < 0

/** The input tax of the period by group, of the expenses with tax in the tax report. */
export async function inputSums(
  ctx: AgencyCtx,
  { from, to }: ReturnPeriod,
  groupOf: (rate: TaxRate) => string,
): Promise<Map<string, GroupSum>> {
  const groups = new Map<string, GroupSum>()
  for (const row of await taxSums(ctx, { from, to }, 'expense')) {
    if (!hasTax(row)) continue
    addToGroup(groups, groupOf(row), { net: row.base_net, tax: row.base_tax, count: row.documents })
  }
  return groups
}

/** For tax that can't be deducted, only the rate matters. */
export const inputGroup = ({ input }: Pick<ReturnForm, 'input'>, tax_bps: number): string =>
  input({ tax_bps, tax_name: null, tax_category: 'standard' })

/** The net amounts of the period whose tax can't be deducted, by group. */
export async function undeductedSums(
  ctx: AgencyCtx,
  { from, to }: ReturnPeriod,
  form: Pick<ReturnForm, 'input'>,
): Promise<Map<string, GroupSum>> {
  const rows = await ledgerOf(ctx, { from, to })
    .innerJoin('ledger_taxes', 'ledger_taxes.entry_id', 'ledger_entries.id')
    .where('ledger_taxes.undeducted_bps', 'is not', null)
    .where('ledger_taxes.base_net', 'is not', null)
    .where('ledger_entries.direction', '=', 'expense')
    .where(isListed)
    .select((eb) => [
      'ledger_taxes.undeducted_bps as tax_bps',
      sumOf(eb('ledger_taxes.base_net', '-', eb.ref('ledger_taxes.base_undeducted_tax'))).as('net'),
      // The others are counted with the part whose tax is deducted.
      eb.fn.countAll<number>().filterWhere('ledger_taxes.position', '=', 0).as('count'),
    ])
    .groupBy('ledger_taxes.undeducted_bps')
    .$narrowType<{ tax_bps: NotNull }>()
    .execute()
  const groups = new Map<string, GroupSum>()
  for (const { tax_bps, net, count } of rows)
    addToGroup(groups, inputGroup(form, tax_bps), { net, tax: 0, count: Number(count) })
  return groups
}

/** Purchases of the period without tax on their bills, by group, with the tax that the agency owes for them. */
export async function purchaseSums(
  ctx: AgencyCtx,
  { from, to }: ReturnPeriod,
  groupOf: (terms: PurchaseTerms) => string,
): Promise<Map<string, GroupSum>> {
  const rows = await ledgerOf(ctx, { from, to })
    .innerJoin('ledger_taxes', 'ledger_taxes.entry_id', 'ledger_entries.id')
    .where('ledger_taxes.purchase', 'is not', null)
    .where('ledger_taxes.base_net', 'is not', null)
    .where('ledger_entries.direction', '=', 'expense')
    .where(isListed)
    .select((eb) => [
      'ledger_taxes.purchase as kind',
      'ledger_taxes.supplier_country as country',
      'ledger_taxes.owed_bps',
      sumOf(eb.fn.coalesce('ledger_taxes.base_net', eb.lit(0))).as('net'),
      sumOf(eb.fn.coalesce('ledger_taxes.owed_tax', eb.lit(0))).as('tax'),
      sumOf(eb.fn.coalesce('ledger_taxes.deducted_tax', 'ledger_taxes.owed_tax', eb.lit(0))).as('deducted'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(['ledger_taxes.purchase', 'ledger_taxes.supplier_country', 'ledger_taxes.owed_bps'])
    .execute()
  const groups = new Map<string, GroupSum>()
  for (const { kind, country, owed_bps, count, ...sums } of rows) {
    if (kind === null) continue
    addToGroup(groups, groupOf({ kind, country, owed_bps }), { ...sums, count: Number(count) })
  }
  return groups
}
