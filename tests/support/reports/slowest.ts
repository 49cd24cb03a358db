const SHOWN = 10

export interface TimedTest {
  name: string
  ms: number
}

/** Lists the slowest tests of a run, so that slow ones are noticed early. */
export function printSlowest(tests: TimedTest[]): void {
  const slowest = tests.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN)
  if (slowest.length === 0) return
  console.log('\nThe slowest tests:')
  for (const { name, ms } of slowest) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
}
