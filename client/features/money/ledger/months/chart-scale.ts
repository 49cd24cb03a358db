const LINES = 4

/** A value axis with round ticks around the data, and the position of a value on it. */
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

/** Rounds up to 1, 2, 2.5, 5 or 10 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= value) ?? 10) * power
}
