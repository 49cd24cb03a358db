/** CI gives a failing test two more tries and names it; elsewhere a failure counts the first time. */
export const RETRIES = process.env.CI ? 2 : 0

/** The only limits of both runners: they end what hangs. CI may share its machine with others. */
export const PATIENCE = process.env.CI
  ? { testMs: 300_000, expectMs: 60_000 }
  : { testMs: 180_000, expectMs: 20_000 }
