import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { PATIENCE, RETRIES } from './tests/support/patience.ts'
import { ISOLATION_ON_BOTH, tierOf } from './tests/tiers.ts'

// React's tools for tests exist only in its development build, whatever the machine's environment says.
process.env.NODE_ENV = 'test'

const patience = {
  testTimeout: PATIENCE.testMs,
  hookTimeout: PATIENCE.testMs,
  expect: { poll: { timeout: PATIENCE.expectMs } },
}

/**
 * Files share their worker's modules, as the portals of a process do: loading them costs more than most
 * files' tests. What a module keeps belongs to the database it was given, and each test has its own.
 */
const shared = { ...patience, isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true }
const server = { include: ['tests/server/**/*.test.ts'], ...shared }

const isolation = {
  include: ['tests/isolation/**/*.test.ts'],
  setupFiles: 'tests/support/setup/isolation.ts',
  ...shared,
}

/** PostgreSQL is the stricter about what it is sent; who hears of what is the same on both. */
const ON_POSTGRES = ['fuzz', 'fuzz-http']
const ON_SQLITE = ['side-effects', 'repeated-calls', 'closed-periods']
const filesOf = (names: string[]) => names.map((name) => `tests/isolation/${name}.test.ts`)

const sqlite = { globalSetup: 'tests/support/databases/setup-sqlite.ts' }
const postgres = { globalSetup: 'tests/support/databases/setup-postgres.ts' }

const serverTests = (...tiers: ReturnType<typeof tierOf>[]): string[] =>
  globSync('tests/server/**/*.test.ts').filter((file) =>
    tiers.includes(tierOf(file.slice('tests/server/'.length))),
  )

/** What `npm test` runs; `npm run test:all` runs all. */
const quick = { sqlite: serverTests('both', 'sqlite'), postgres: serverTests('both') }

export default defineConfig(({ mode }) => ({
  test: {
    reporters: ['default', './tests/support/reports/vitest-outcomes.ts'],
    retry: RETRIES,
    provide: { tier: mode === 'quick' ? 'quick' : 'all', casesDivisor: mode === 'quick' ? 4 : 1 },
    // A test of PostgreSQL waits for it half the time: by itself vitest would leave a core idle.
    maxWorkers: 3,
    globalSetup: 'tests/support/setup/temporary-files.ts',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          globalSetup: 'tests/support/setup/api-types.ts',
          ...shared,
        },
      },
      {
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: 'tests/support/setup/client.ts',
          ...shared,
        },
      },
      {
        test: {
          ...server,
          ...sqlite,
          name: 'sqlite',
          ...(mode === 'quick' ? { include: quick.sqlite } : {}),
        },
      },
      {
        test: {
          ...server,
          ...postgres,
          name: 'postgres',
          // SQLite tries the other random cases.
          ...(mode === 'quick' ? { include: quick.postgres, provide: { casesDivisor: 8 } } : {}),
        },
      },
      { test: { ...isolation, ...sqlite, exclude: filesOf(ON_POSTGRES), name: 'sqlite-isolation' } },
      {
        test: {
          ...isolation,
          ...postgres,
          name: 'postgres-isolation',
          ...(mode === 'quick' ? { include: filesOf(ISOLATION_ON_BOTH) } : { exclude: filesOf(ON_SQLITE) }),
        },
      },
    ],
  },
}))
