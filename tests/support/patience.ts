/** CI retries a failing test twice and lists it as flaky; elsewhere a failure counts the first time. */
export const RETRIES = process.env.CI ? 2 : 0

/** The only time limits of both runners, to stop tests that hang. CI may share its machine with others. */
export const PATIENCE = process.env.CI
  ? { testMs: 300_000, expectMs: 60_000 }
  : { testMs: 180_000, expectMs: 20_000 }
