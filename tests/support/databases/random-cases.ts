import { inject } from 'vitest'

/**
 * How many random cases a property tries that needs much time for each: all of them in `npm run test:all`, a
 * quarter in `npm test`, and half of that on PostgreSQL, where SQLite has tried the others.
 */
export function casesHere(cases: number): number {
  if (inject('tier') !== 'quick') return cases
  return Math.ceil(cases / (inject('testDatabase')?.dialect === 'postgres' ? 8 : 4))
}

/** The same for a property that takes its cases from seeds. */
export const seedsHere = (...seeds: number[]): number[] => seeds.slice(0, casesHere(seeds.length))

declare module 'vitest' {
  interface ProvidedContext {
    tier: 'quick' | 'all'
  }
}
