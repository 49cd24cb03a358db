import { addUp, type ByProject, distribute } from '../../ledger/profit-split.ts'
import { type CreditedLine, type InvoicedLine, leftOfLines } from './line-credit.ts'

/** A line and the projects of its net amount. */
export interface SharedLine extends InvoicedLine {
  shares: ByProject
}

const weightsOf = (lines: readonly SharedLine[], of: (index: number) => number): ByProject =>
  addUp(lines.flatMap(({ shares, net }, index) => [...distribute(net && of(index), shares, null)]))

/** The net amounts of an invoice's lines by project. */
export const invoiced = (lines: readonly SharedLine[]): ByProject =>
  weightsOf(lines, (index) => lines[index]?.net ?? 0)

/** The net amounts that credit notes have left; if there are none, the original ones. */
export function leftByProject(lines: readonly SharedLine[], credited: readonly CreditedLine[]): ByProject {
  const left = leftOfLines(lines, credited)
  const weights = weightsOf(lines, (index) => left[index]?.leftNet ?? 0)
  return [...weights.values()].some((weight) => weight !== 0) ? weights : invoiced(lines)
}

/** The net amounts by project that a credit note credits, after earlier ones. */
export function creditedByProject(
  lines: readonly SharedLine[],
  earlier: readonly CreditedLine[],
  note: readonly CreditedLine[],
): ByProject {
  const before = leftOfLines(lines, earlier)
  const after = leftOfLines(lines, [...earlier, ...note])
  return weightsOf(lines, (index) => (before[index]?.leftNet ?? 0) - (after[index]?.leftNet ?? 0))
}
