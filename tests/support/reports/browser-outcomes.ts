import type { Reporter, Suite, TestCase } from 'playwright/types/testReporter'
import { type Outcome, reportOutcomes } from './outcomes.ts'

const STATES = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const

/** Playwright's reporter of the slowest, failed and flaky tests. */
export default class BrowserOutcomes implements Reporter {
  #suite: Suite | null = null
  readonly #outside: Outcome[] = []

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  /** Errors outside of any test, such as a file that can't be read. */
  onError({ message = '', value = '' }: { message?: string; value?: string }): void {
    this.#outside.push({
      name: 'outside of any test',
      ms: 0,
      state: 'failed',
      error: message || value,
      files: [],
    })
  }

  onEnd(): void {
    reportOutcomes('browser', [...(this.#suite?.allTests() ?? []).map(outcomeOf), ...this.#outside])
  }
}

function outcomeOf(test: TestCase): Outcome {
  const errors = test.results.flatMap(({ error }) => (error === undefined ? [] : [error]))
  return {
    name: test.titlePath().filter(Boolean).join(' › '),
    ms: Math.max(0, ...test.results.map(({ duration }) => duration)),
    state: STATES[test.outcome()],
    error: errors[0]?.message ?? errors[0]?.value ?? null,
    files: test.results.flatMap(({ attachments }) => attachments.flatMap(({ path }) => path ?? [])),
  }
}
