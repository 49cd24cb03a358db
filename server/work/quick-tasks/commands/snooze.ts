import type { z } from 'zod'
import type { QuickTaskDto } from '#shared/work/quick-tasks.ts'
import type { quickTaskSnoozeInput } from '#shared/work/schemas/quick-tasks.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { transact } from '../../../base/core/transaction.ts'
import { getQuickTask, requireQuickTask } from '../queries/quick-tasks.ts'
import { changeQuickTask } from './change.ts'

/** Moves the due date to another day. */
export function snoozeQuickTask(
  ctx: UserCtx,
  input: z.output<typeof quickTaskSnoozeInput>,
): Promise<QuickTaskDto> {
  return transact(ctx, async (tx) => {
    await changeQuickTask(tx, await requireQuickTask(tx, input.id), { due_date: input.until })
    return getQuickTask(tx, input.id)
  })
}
