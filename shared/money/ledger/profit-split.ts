import { allocate } from '../../base/amounts/money.ts'
import { type CreditedLine, type InvoicedLine, leftOfLines } from '../invoices/lines/line-credit.ts'
import { COST_PARTS, PROFIT_PARTS, type ProfitFigures, type ProfitPart, REVENUE_PARTS } from './profit.ts'

/** An amount of one kind with the project and client it belongs to. */
export interface ProfitSum {
  part: ProfitPart
  project_id: string | null
  client_id: string | null
  /** Minor units of the base currency, net of tax; costs are positive. */
  amount: number
  seconds?: number
}

/** Amounts by project; null for those without one. */
export type ByProject = ReadonlyMap<string | null, number>

/** Distributes an amount in proportion to the weights; without any, to the project given. */
export function distribute(amount: number, weights: ByProject, otherwise: string | null): ByProject {
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
  if (sum === 0) return new Map([[otherwise, amount]])
  const sign = Math.sign(amount)
  const shares = allocate(Math.abs(amount), [...weights.values()])
  return new Map([...weights.keys()].map((project, index) => [project, sign * (shares[index] ?? 0)]))
}

export function addUp(parts: Iterable<readonly [string | null, number]>): Map<string | null, number> {
  const sums = new Map<string | null, number>()
  for (const [project, amount] of parts) sums.set(project, (sums.get(project) ?? 0) + amount)
  return sums
}

/** A line and the projects of its net amount. */
export interface SharedLine extends InvoicedLine {
  shares: ByProject
}

const weightsOf = (lines: readonly SharedLine[], of: (index: number) => number): ByProject =>
  addUp(lines.flatMap(({ shares, net }, index) => [...distribute(net && of(index), shares, null)]))

/** The net amounts of an invoice's lines by project. */
export const invoiced = (lines: readonly SharedLine[]): ByProject =>
  weightsOf(lines, (index) => lines[index]?.net ?? 0)

/** What credit notes have left of them; if nothing, the whole. */
export function leftByProject(lines: readonly SharedLine[], credited: readonly CreditedLine[]): ByProject {
  const left = leftOfLines(lines, credited)
  const weights = weightsOf(lines, (index) => left[index]?.leftNet ?? 0)
  return [...weights.values()].some((weight) => weight !== 0) ? weights : invoiced(lines)
}

/** What a credit note takes of them, after earlier ones. */
export function creditedByProject(
  lines: readonly SharedLine[],
  earlier: readonly CreditedLine[],
  note: readonly CreditedLine[],
): ByProject {
  const before = leftOfLines(lines, earlier)
  const after = leftOfLines(lines, [...earlier, ...note])
  return weightsOf(lines, (index) => (before[index]?.leftNet ?? 0) - (after[index]?.leftNet ?? 0))
}

export function partsOf(sums: readonly ProfitSum[]): Record<ProfitPart, number> {
  const parts = Object.fromEntries(PROFIT_PARTS.map((part) => [part, 0])) as Record<ProfitPart, number>
  for (const { part, amount } of sums) parts[part] += amount
  return parts
}

export function figuresOf(sums: readonly ProfitSum[]): ProfitFigures {
  const parts = partsOf(sums)
  const total = (of: readonly ProfitPart[]) => of.reduce((sum, part) => sum + parts[part], 0)
  const [revenue, cost] = [total(REVENUE_PARTS), total(COST_PARTS)]
  return { revenue, cost, margin: revenue - cost }
}
