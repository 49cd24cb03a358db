import { defineConfig } from 'vitest/config'

/** The time limit only ends a hanging test: password hashing and a busy machine make some slow. */
const server = {
  include: ['tests/server/**/*.test.ts', 'tests/isolation/**/*.test.ts'],
  testTimeout: 60_000,
}

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      { test: { name: 'client', include: ['tests/client/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
      { test: { ...server, name: 'sqlite', globalSetup: 'tests/support/setup-sqlite.ts' } },
      { test: { ...server, name: 'postgres', globalSetup: 'tests/support/setup-postgres.ts' } },
    ],
  },
})
