import type { Reporter, Suite } from 'playwright/types/testReporter'
import { printSlowest } from '../../support/reports/slowest.ts'

/** Playwright's reporter of the slowest tests. */
export default class SlowestTests implements Reporter {
  #suite: Suite | null = null

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? []
    printSlowest(
      tests.map((test) => ({
        name: test.titlePath().filter(Boolean).join(' › '),
        ms: Math.max(0, ...test.results.map(({ duration }) => duration)),
      })),
    )
  }
}
