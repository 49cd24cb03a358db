import { inject } from 'vitest'

/**
 * How many random cases a property tries that needs much time for each: all of them in `npm run test:all`, a
 * quarter in `npm test`.
 */
export const casesHere = (cases: number): number =>
  inject('tier') === 'quick' ? Math.ceil(cases / 4) : cases

declare module 'vitest' {
  interface ProvidedContext {
    tier: 'quick' | 'all'
  }
}
