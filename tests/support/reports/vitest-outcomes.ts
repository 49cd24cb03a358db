import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { type Outcome, reportOutcomes } from './outcomes.ts'

/** Vitest's reporter of the slowest, failed and flaky tests. */
export default class VitestOutcomes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const outcomes = modules.flatMap((module) => {
      const broken = errorOf('', module.errors())
      const tests = [...module.children.allTests()].map(outcomeOf)
      return broken === null ? tests : [...tests, failed(nameOf(module), broken)]
    })
    reportOutcomes('vitest', [
      ...outcomes,
      ...unhandled.map((error) => failed('outside of any test', errorOf('', [error]) ?? '')),
    ])
  }
}

const nameOf = (module: TestModule): string => `${module.project.name} ${module.relativeModuleId}`

const failed = (name: string, error: string): Outcome => ({ name, ms: 0, state: 'failed', error, files: [] })

function outcomeOf(test: TestCase): Outcome {
  const { state, errors = [] } = test.result()
  const diagnostic = test.diagnostic()
  return {
    name: `${nameOf(test.module)} › ${test.fullName}`,
    ms: diagnostic?.duration ?? 0,
    state: state === 'passed' && diagnostic?.flaky ? 'flaky' : state === 'pending' ? 'skipped' : state,
    error: errorOf('failed without an error', errors),
    files: [],
  }
}

function errorOf(otherwise: string, errors: readonly SerializedError[]): string | null {
  const [first] = errors
  if (first === undefined) return otherwise || null
  return [first.message, ...(first.stacks ?? []).slice(0, 1).map(({ file, line }) => `${file}:${line}`)].join(
    '\n',
  )
}
