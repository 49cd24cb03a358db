import type { z } from 'zod'
import type { QuickTaskDto } from '#shared/work/quick-tasks.ts'
import type { quickTaskSaveInput } from '#shared/work/schemas/quick-tasks.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { requireAssignable } from '../queries/assignable.ts'
import { type QuickTaskRow, requireQuickTask } from '../queries/quick-tasks.ts'
import { createQuickTask } from './add.ts'
import { recordSaved } from './record.ts'

type QuickTaskSave = z.output<typeof quickTaskSaveInput>

/** Updates the quick task if `id` is given, else creates one. */
export const saveQuickTask = (ctx: UserCtx, input: QuickTaskSave): Promise<QuickTaskDto> =>
  input.id === undefined ? createQuickTask(ctx, input) : updateQuickTask(ctx, input, input.id)

function updateQuickTask(ctx: UserCtx, input: QuickTaskSave, id: string): Promise<QuickTaskDto> {
  return transact(ctx, async (tx) => {
    const before = await requireQuickTask(tx, id)
    await updateColumns(tx, input, before)
    return recordSaved(tx, id, before.assigned_to)
  })
}

/** Throws CONFLICT if `version` is outdated. */
async function updateColumns(tx: Tx<UserCtx>, input: QuickTaskSave, current: QuickTaskRow): Promise<void> {
  if (input.version !== undefined && input.version !== current.version) throw conflict('This task')
  const assignee = input.assigned_to ?? current.assigned_to
  const columns = {
    assigned_to: assignee === current.assigned_to ? assignee : await requireAssignable(tx, assignee),
    title: input.title,
    description: input.description,
    priority: input.priority,
    due_date: input.due_date,
  }
  await updateVersioned(tx, 'quick_tasks', current, columns, 'This task')
}
