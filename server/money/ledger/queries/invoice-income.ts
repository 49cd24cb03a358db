import { convert } from '#shared/base/amounts/exchange.ts'
import { plus } from '#shared/base/amounts/money.ts'
import { type TaxedPart, taxSummary } from '#shared/base/amounts/taxes.ts'
import { leftOfLines } from '#shared/money/invoices/lines/line-credit.ts'
import { distribute } from '#shared/money/ledger/profit-split.ts'
import { type PartsByProject, splitByProject } from '#shared/money/ledger/taxes/project-split.ts'
import {
  addUp,
  type SplitPart,
  saysTax,
  splitAt,
  splitStep,
  type ToBase,
} from '#shared/money/ledger/taxes/tax-split.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { creditedLines, headsOf, sharedLines } from './invoice-lines.ts'

/** What is to be booked for one project, in the invoice's and the base currency. */
export interface IncomeStep {
  projectId: string | null
  amount: number
  /** Null while the exchange rate is missing. */
  base: number | null
  /** By tax rate; none if the invoice has no tax details. */
  taxes: SplitPart[]
}

type Income = Omit<IncomeStep, 'projectId'>

/**
 * Splits what an invoice receives, or loses if negative, over the projects of its lines, each with the taxes of its own
 * lines: the steps from what is booked for them to their shares of the whole. Lines count with what credit notes have left;
 * zero corrects the shares and taxes after one.
 */
export async function incomeSteps(ctx: Ctx, invoiceId: string, amount: number): Promise<IncomeStep[]> {
  const [left, lines, toBase, booked] = await Promise.all([
    partsLeft(ctx, invoiceId),
    linesByProject(ctx, invoiceId),
    toBaseOf(ctx, invoiceId),
    bookedByProject(ctx, invoiceId),
  ])
  const before = lines.size > 1 ? booked : new Map([[[...lines.keys()][0] ?? null, together(booked)]])
  const paid = [...before.values()].reduce((sum, income) => sum + income.amount, 0)
  const after = splitByProject(splitAt(left, paid + amount, toBase), lines)
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((projectId) => {
    const [from, to] = [before.get(projectId) ?? NOTHING, incomeFrom(after.get(projectId) ?? [])]
    const step = {
      projectId,
      amount: to.amount - from.amount,
      base: minus(to.base, from.base),
      taxes: saysTax(left) ? splitStep(from.taxes, to.taxes) : [],
    }
    return step.amount === 0 && (step.base ?? 0) === 0 && step.taxes.length === 0 ? [] : [step]
  })
}

const NOTHING: Income = { amount: 0, base: 0, taxes: [] }

const minus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one - other

const incomeFrom = (parts: readonly SplitPart[]): Income => ({
  amount: parts.reduce((sum, { net, tax }) => sum + net + tax, 0),
  base: parts.reduce<number | null>((sum, part) => plus(sum, plus(part.base_net, part.base_tax)), 0),
  taxes: addUp(parts),
})

/** Of all projects. */
const together = (booked: ReadonlyMap<string | null, Income>): Income =>
  [...booked.values()].reduce(
    (sum, { amount, base, taxes }) => ({
      amount: sum.amount + amount,
      base: plus(sum.base, base),
      taxes: addUp([...sum.taxes, ...taxes]),
    }),
    NOTHING,
  )

async function toBaseOf(ctx: Ctx, invoiceId: string): Promise<ToBase> {
  const invoice = await selectFrom(ctx, 'invoices')
    .select(['agency_id', 'currency', 'booking_rate'])
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const base = await agencyCurrency(ctx, invoice.agency_id)
  const rate = invoice.currency === base ? '1' : invoice.booking_rate
  return (amount) => (rate === null ? null : convert(amount, invoice.currency, base, rate))
}

/** What the ledger has as the invoice's income. */
async function bookedByProject(ctx: Ctx, invoiceId: string): Promise<Map<string | null, Income>> {
  const entries = await selectFrom(ctx, 'ledger_entries')
    .select(['project_id', 'amount', 'base_amount'])
    .where('invoice_id', '=', invoiceId)
    .where('direction', '=', 'income')
    .where('category', '=', 'invoices')
    .execute()
  const taxes = await selectFrom(ctx, 'ledger_taxes')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_taxes.entry_id')
    .select([
      'ledger_entries.project_id',
      'ledger_taxes.tax_bps',
      'ledger_taxes.tax_name',
      'ledger_taxes.tax_category',
      'ledger_taxes.tax_note',
      'ledger_taxes.net',
      'ledger_taxes.tax',
      'ledger_taxes.base_net',
      'ledger_taxes.base_tax',
    ])
    .where('ledger_entries.invoice_id', '=', invoiceId)
    .where('ledger_entries.direction', '=', 'income')
    .execute()
  return new Map(
    [...Map.groupBy(entries, (entry) => entry.project_id)].map(([project, own]) => [
      project,
      {
        amount: own.reduce((sum, { amount }) => sum + amount, 0),
        base: own.reduce<number | null>((sum, { base_amount }) => plus(sum, base_amount), 0),
        taxes: addUp(
          taxes.filter(({ project_id }) => project_id === project).map(({ project_id: _, ...part }) => part),
        ),
      },
    ]),
  )
}

/** What credit notes have left of the lines, by project and rate; if nothing, the whole. */
async function linesByProject(ctx: Ctx, invoiceId: string): Promise<PartsByProject<TaxedPart>> {
  const [head] = await headsOf(ctx, [invoiceId])
  if (head === undefined) return new Map()
  const lines = (await sharedLines(ctx, [head])).get(invoiceId) ?? []
  const credited = (await creditedLines(ctx, [invoiceId])).get(invoiceId) ?? []
  const left = leftOfLines(lines, credited)
  const isCredited = left.every(({ leftNet, leftTax }) => leftNet === 0 && leftTax === 0)
  const parts = lines.flatMap((line, index): (readonly [string | null, TaxedPart])[] => {
    const { leftNet = 0, leftTax = 0 } = (isCredited ? undefined : left[index]) ?? {
      leftNet: line.net,
      leftTax: line.tax,
    }
    const nets = distribute(leftNet, line.shares, head.project_id)
    const taxes = distribute(leftTax, line.shares, head.project_id)
    return [...nets].map(([project, net]) => [project, { ...line, net, tax: taxes.get(project) ?? 0 }])
  })
  const byProject = Map.groupBy(parts, ([project]) => project)
  if (byProject.size === 0) return new Map([[head.project_id, []]])
  return new Map([...byProject].map(([project, own]) => [project, taxSummary(own.map(([, part]) => part))]))
}

/** An invoice's tax rates, minus what its credit notes credit. */
async function partsLeft(ctx: Ctx, invoiceId: string): Promise<TaxedPart[]> {
  const lines = await selectFrom(ctx, 'invoice_items')
    .innerJoin('invoices', 'invoices.id', 'invoice_items.invoice_id')
    .select([
      'invoices.kind',
      'invoice_items.tax_bps',
      'invoice_items.tax_name',
      'invoice_items.tax_category',
      'invoice_items.tax_note',
      'invoice_items.net',
      'invoice_items.tax',
    ])
    .where((eb) =>
      eb.or([eb('invoices.id', '=', invoiceId), eb('invoices.credited_invoice_id', '=', invoiceId)]),
    )
    .where('invoices.status', '!=', 'void')
    .orderBy('invoices.kind', 'desc')
    .orderBy('invoices.created_at')
    .orderBy('invoice_items.position')
    .execute()
  return taxSummary(
    lines.map(({ kind, ...line }) =>
      kind === 'credit_note' ? { ...line, net: -line.net, tax: -line.tax } : line,
    ),
  )
}
