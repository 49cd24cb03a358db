import { defineConfig } from 'vitest/config'

/** Only ends a hanging test: password hashing, 10,000 random cases and a busy machine make some slow. */
const testTimeout = 60_000

/** As in the browser: on CI a test gets a second try, which its line names. */
const retry = process.env.CI ? 1 : 0

/**
 * Files share their worker's modules, as the portals of a process do: loading the server costs more than
 * most files' tests. What a module keeps belongs to the database it was given, and each test has its own.
 */
const server = { include: ['tests/server/**/*.test.ts'], testTimeout, retry, isolate: false }

/** Their own modules each: the walks stand in for the slow hashing of passwords. */
const isolation = { include: ['tests/isolation/**/*.test.ts'], testTimeout, retry }

/** PostgreSQL is the stricter about what it is sent; who hears of what is the same on both. */
const ON_POSTGRES = ['fuzz', 'fuzz-http']
const ON_SQLITE = ['noticing', 'repeated']
const except = (names: string[]) => names.map((name) => `tests/isolation/${name}.test.ts`)

/** Whatever speaks of the plain schema alone; `DISTRIBUTED=all` runs all others of the server. */
const PLAIN = ['tests/server/db/schema.test.ts', 'tests/server/move/**']
const SOME = [
  'db/distribution',
  'finance/receipts',
  'packages/packages',
  'payments/payments',
  'search/search',
]
const distributed = {
  ...server,
  ...(process.env.DISTRIBUTED !== 'all' && { include: SOME.map((name) => `tests/server/${name}.test.ts`) }),
  exclude: PLAIN,
  globalSetup: 'tests/support/setup-distributed.ts',
}

const sqlite = { globalSetup: 'tests/support/setup-sqlite.ts' }
const postgres = { globalSetup: 'tests/support/setup-postgres.ts' }

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/slowest-tests.ts'],
    // A test of PostgreSQL waits for it half the time: by itself vitest would leave a core idle.
    maxWorkers: 3,
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], testTimeout, retry } },
      {
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout,
          retry,
        },
      },
      { test: { ...server, ...sqlite, name: 'sqlite' } },
      { test: { ...server, ...postgres, name: 'postgres' } },
      { test: { ...distributed, name: 'distributed' } },
      { test: { ...isolation, ...sqlite, exclude: except(ON_POSTGRES), name: 'sqlite-isolation' } },
      { test: { ...isolation, ...postgres, exclude: except(ON_SQLITE), name: 'postgres-isolation' } },
    ],
  },
})
