import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plainRules } from '#scripts/build/plain-rules.ts'

const TASKS = join(import.meta.dirname, '../../shared/tasks.ts')

const { load, transform } = plainRules() as unknown as {
  load: (id: string) => { code: string } | null
  transform: (code: string, id: string) => { code: string } | null
}

test('the twin of a module has its constants and helpers, and nothing that needs zod', () => {
  const code = load(`${TASKS}?plain`)?.code ?? ''
  expect(code).toContain('export const TASK_STATUS_LABELS')
  expect(code).toContain('export function taskProgress')
  expect(code).not.toContain('taskSaveInput')
  expect(code).not.toMatch(/\bz\./)
  expect(code).not.toContain("'zod'")
  expect(load(TASKS)).toBeNull()
})

test('a screen reads what is plain from the twin, and the rest from the module itself', () => {
  const screen = "import { TASK_STATUSES as STATUSES, taskSaveInput } from '#shared/tasks.ts'\nshow(STATUSES)"
  const code = transform(screen, '/client/features/tasks/tasks-page.tsx')?.code ?? ''
  expect(code).toContain(`import {taskSaveInput} from ${JSON.stringify(TASKS)}`)
  expect(code).toContain('show(STATUSES)')
  expect(code).toContain(`from ${JSON.stringify(`${TASKS}?plain`)}`)
  expect(code).toContain('TASK_STATUSES as STATUSES')
})
