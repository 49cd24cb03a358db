import { inject } from 'vitest'

/**
 * How many random cases a property of the server tries. `npm test` tries them all on SQLite; on PostgreSQL, where
 * each takes twice as long and only the SQL differs, a quarter.
 */
export function casesHere(cases: number): number {
  const isShort = inject('tier') === 'quick' && inject('testDatabase').dialect === 'postgres'
  return isShort ? Math.ceil(cases / 4) : cases
}

declare module 'vitest' {
  interface ProvidedContext {
    tier: 'quick' | 'all'
  }
}
