const LINES = 4

/** Round figures from below the least to above the greatest value, and where between them a value lies. */
export function chartScale(values: readonly number[]) {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const step = roundUp((high - low || 1) / LINES)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step),
    /** From 0 at the lowest tick to 1 at the highest. */
    place: (value: number): number => (value / step - first) / (last - first),
  }
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= value) ?? 10) * power
}
