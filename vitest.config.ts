import { defineConfig } from 'vitest/config'

/**
 * The time limit only ends a hanging test: password hashing and a busy machine make some slow.
 * Files share their worker's modules, as the portals of a process do: loading the server costs more than
 * most files' tests. What a module keeps belongs to the database it was given, and each test has its own.
 */
const server = {
  include: ['tests/server/**/*.test.ts', 'tests/isolation/**/*.test.ts'],
  testTimeout: 60_000,
  isolate: false,
}

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/slowest-tests.ts'],
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      { test: { name: 'client', include: ['tests/client/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
      { test: { ...server, name: 'sqlite', globalSetup: 'tests/support/setup-sqlite.ts' } },
      { test: { ...server, name: 'postgres', globalSetup: 'tests/support/setup-postgres.ts' } },
    ],
  },
})
