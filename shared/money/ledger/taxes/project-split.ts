import { allocate } from '../../../base/amounts/money.ts'
import { type TaxedPart, taxKey } from '../../../base/amounts/taxes.ts'
import type { SplitPart } from './tax-split.ts'

/** Parts by project; null for those without one. */
export type PartsByProject<Part extends TaxedPart> = ReadonlyMap<string | null, readonly Part[]>

/**
 * Splits an invoice's parts over the projects of its lines: at each rate in proportion to what the project's lines have
 * at it, so that the parts of a full payment are those of the lines. What no line has is split over all lines.
 */
export function splitByProject(
  split: readonly SplitPart[],
  lines: PartsByProject<TaxedPart>,
): PartsByProject<SplitPart> {
  const projects = [...lines.keys()]
  const found = new Map<string | null, SplitPart[]>(projects.map((project) => [project, []]))
  const whole = [...lines.values()].map((parts) => parts.reduce((sum, { net, tax }) => sum + net + tax, 0))
  for (const part of split) {
    const own = [...lines.values()].map((parts) => parts.find((line) => taxKey(line) === taxKey(part)))
    const nets = own.map((line) => line?.net ?? 0)
    const taxes = own.map((line) => line?.tax ?? 0)
    const share = (amount: number, weights: readonly number[]) =>
      allocate(amount, [weights, nets, whole].find(hasSum) ?? whole.map((_, index) => (index === 0 ? 1 : 0)))
    const [net, tax] = [share(part.net, nets), share(part.tax, taxes)]
    const baseNet = part.base_net === null ? null : share(part.base_net, nets)
    const baseTax = part.base_tax === null ? null : share(part.base_tax, taxes)
    projects.forEach((project, index) => {
      found.get(project)?.push({
        ...part,
        net: net[index] ?? 0,
        tax: tax[index] ?? 0,
        base_net: baseNet && (baseNet[index] ?? 0),
        base_tax: baseTax && (baseTax[index] ?? 0),
      })
    })
  }
  return found
}

const hasSum = (weights: readonly number[]): boolean => weights.reduce((sum, weight) => sum + weight, 0) !== 0
