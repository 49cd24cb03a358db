import { quantile } from '../../../scripts/tools/statistics.ts'

/** The median and quartiles: half of all values are between the quartiles. */
export interface Spread {
  median: number
  low: number
  high: number
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: quantile(values, 0.5),
  low: quantile(values, 0.25),
  high: quantile(values, 0.75),
})

export interface Pair<Figure> {
  first: Figure
  second: Figure
}

/**
 * Measures both variants many times in pairs, so that other load affects both alike. Each starts every other
 * pair (A B, B A), so that order gives no advantage.
 */
export async function measureInPairs<Figure>(
  pairs: number,
  measureFirst: () => Promise<Figure>,
  measureSecond: () => Promise<Figure>,
): Promise<Pair<Figure>[]> {
  const measured: Pair<Figure>[] = []
  for (let index = 0; index < pairs; index++) {
    if (index % 2 === 0) {
      const first = await measureFirst()
      measured.push({ first, second: await measureSecond() })
    } else {
      const second = await measureSecond()
      measured.push({ first: await measureFirst(), second })
    }
  }
  return measured
}

/** The ratio of second to first, per pair: a slow period affects both sides. */
export const ratiosOf = <Figure>(pairs: readonly Pair<Figure>[], pick: (figure: Figure) => number): Spread =>
  spreadOf(pairs.map(({ first, second }) => pick(second) / pick(first)))
