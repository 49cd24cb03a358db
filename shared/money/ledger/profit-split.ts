import { allocate } from '../../base/amounts/money.ts'
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
  const shares = allocate(amount, [...weights.values()])
  return new Map([...weights.keys()].map((project, index) => [project, shares[index] ?? 0]))
}

export function addUp(parts: Iterable<readonly [string | null, number]>): Map<string | null, number> {
  const sums = new Map<string | null, number>()
  for (const [project, amount] of parts) sums.set(project, (sums.get(project) ?? 0) + amount)
  return sums
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
