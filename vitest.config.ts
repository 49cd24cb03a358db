import { defineConfig } from 'vitest/config'
import { RETRIES } from './tests/support/reports/outcomes.ts'

/** Only end a hanging test: password hashing, 10,000 random cases and a busy machine make some slow. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } }

/**
 * Files share their worker's modules, as the portals of a process do: loading the server costs more than
 * most files' tests. What a module keeps belongs to the database it was given, and each test has its own.
 */
const server = { include: ['tests/server/**/*.test.ts'], ...patience, isolate: false }

/** Their own modules each: the walks stand in for the slow hashing of passwords. */
const isolation = { include: ['tests/isolation/**/*.test.ts'], ...patience }

/** PostgreSQL is the stricter about what it is sent; who hears of what is the same on both. */
const ON_POSTGRES = ['fuzz', 'fuzz-http']
const ON_SQLITE = ['side-effects', 'repeated-calls', 'closed-periods']
const except = (names: string[]) => names.map((name) => `tests/isolation/${name}.test.ts`)

const sqlite = { globalSetup: 'tests/support/databases/setup-sqlite.ts' }
const postgres = { globalSetup: 'tests/support/databases/setup-postgres.ts' }

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/reports/vitest-outcomes.ts'],
    retry: RETRIES,
    // A test of PostgreSQL waits for it half the time: by itself vitest would leave a core idle.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          globalSetup: 'tests/support/setup-api-types.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          ...patience,
        },
      },
      { test: { ...server, ...sqlite, name: 'sqlite' } },
      { test: { ...server, ...postgres, name: 'postgres' } },
      { test: { ...isolation, ...sqlite, exclude: except(ON_POSTGRES), name: 'sqlite-isolation' } },
      { test: { ...isolation, ...postgres, exclude: except(ON_SQLITE), name: 'postgres-isolation' } },
    ],
  },
})
