import type { BankFileFormat, BankFileLine } from '../../../base/adapters/bank-files/lines.ts'

/** A line that the account has from another file. */
interface EarlierLine {
  id: string
  booked_on: string
  amount: number
  bank_ref: string
  format: string
}

/**
 * The lines that may be earlier ones, written differently by another format or mapping: those of the same day and
 * amount. Each earlier line stands for one, and is then `taken`.
 */
export function similarTo<Fresh extends { line: BankFileLine }>(
  fresh: readonly Fresh[],
  earlier: readonly EarlierLine[],
  { format, taken }: { format: BankFileFormat; taken: Set<string> },
): Set<Fresh> {
  const keyOf = ({ booked_on, amount }: Pick<EarlierLine, 'booked_on' | 'amount'>) => `${booked_on} ${amount}`
  const known = Map.groupBy(earlier, keyOf)
  const similar = new Set<Fresh>()
  for (const entry of fresh) {
    const match = known
      .get(keyOf(entry.line))
      ?.find((line) => !taken.has(line.id) && !areApart(entry.line, line, format))
    if (match === undefined) continue
    taken.add(match.id)
    similar.add(entry)
  }
  return similar
}

/** A bank gives two transactions two ids; those of a CSV file depend on the column chosen. */
const areApart = (line: BankFileLine, earlier: EarlierLine, format: BankFileFormat): boolean =>
  format !== 'csv' && earlier.format === format && line.bank_ref !== '' && earlier.bank_ref !== ''
