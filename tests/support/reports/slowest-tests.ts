import type { Reporter, TestModule } from 'vitest/node'
import { printSlowest } from './slowest.ts'

/** Vitest's reporter of the slowest tests. */
export default class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    printSlowest(
      tests.map((test) => ({
        name: `${test.project.name} ${test.module.relativeModuleId} › ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    )
  }
}
