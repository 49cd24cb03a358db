import { quantile } from '../tools/statistics.ts'

/** The middle value and the quarters around it: half of all values lie between them. */
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
 * Measures both side by side, many times: what else the machine does weighs on both of a pair alike. Each
 * begins every other pair (A B, B A), so that neither gains by coming first or last.
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

/** How the seconds stand to the firsts, pair by pair: a slow minute changes both sides of a ratio. */
export const ratiosOf = <Figure>(pairs: readonly Pair<Figure>[], pick: (figure: Figure) => number): Spread =>
  spreadOf(pairs.map(({ first, second }) => pick(second) / pick(first)))
