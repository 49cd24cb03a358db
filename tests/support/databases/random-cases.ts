import { inject } from 'vitest'

/** How many random cases to run of a property whose cases are slow: all of them in `npm run test:all`. */
export const casesHere = (cases: number): number => Math.ceil(cases / inject('casesDivisor'))

/** The same for a property whose cases come from seeds. */
export const seedsHere = (...seeds: number[]): number[] => seeds.slice(0, casesHere(seeds.length))

declare module 'vitest' {
  interface ProvidedContext {
    tier: 'quick' | 'all'
    casesDivisor: number
  }
}
