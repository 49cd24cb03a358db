import type { z } from 'zod'
import type { QuickTaskDto, quickTaskSaveInput } from '#shared/quick-tasks.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { requireAssignable } from '../queries/assignable.ts'
import { type QuickTaskRow, requireQuickTask } from '../queries/quick-tasks.ts'
import { createQuickTask } from './create.ts'
import { recordSaved } from './record.ts'

type QuickTaskSave = z.output<typeof quickTaskSaveInput>

/** Updates the quick task named by `id`; one without it is new. */
export const saveQuickTask = (ctx: UserCtx, input: QuickTaskSave): Promise<QuickTaskDto> =>
  input.id === undefined ? createQuickTask(ctx, input) : updateQuickTask(ctx, input, input.id)

function updateQuickTask(ctx: UserCtx, input: QuickTaskSave, id: string): Promise<QuickTaskDto> {
  return transact(ctx, async (tx) => {
    const before = await requireQuickTask(tx, id)
    await updateColumns(tx, input, before)
    return recordSaved(tx, id, before.assigned_to)
  })
}

/** CONFLICT when `version` is not the current one. */
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
