import type { z } from 'zod'
import { parseQuickTask, type QuickTaskDto } from '#shared/work/quick-tasks.ts'
import type { quickTaskAddInput, quickTaskSaveInput } from '#shared/work/schemas/quick-tasks.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { callerDate } from '../../../base/core/rows/reach.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { requireAssignable } from '../queries/assignable.ts'
import { recordSaved } from './record.ts'

type QuickTaskCreate = Omit<z.output<typeof quickTaskSaveInput>, 'id' | 'version'>

/** Creates a quick task for the caller from one line of text, which may end with a due date. */
export async function addQuickTask(
  ctx: UserCtx,
  input: z.output<typeof quickTaskAddInput>,
): Promise<QuickTaskDto> {
  const { title, due_date } = parseQuickTask(input.text, callerDate(ctx))
  return createQuickTask(ctx, { title, due_date, description: null, priority: 'medium' })
}

export function createQuickTask(ctx: UserCtx, input: QuickTaskCreate): Promise<QuickTaskDto> {
  return transact(ctx, async (tx) => recordSaved(tx, await insertQuickTask(tx, input), null))
}

async function insertQuickTask(tx: Tx<UserCtx>, input: QuickTaskCreate): Promise<string> {
  const id = newId()
  const now = toInstant(tx.now)
  await insertInto(tx, 'quick_tasks')
    .values({
      id,
      agency_id: tx.reach.agencyId,
      created_by: tx.actor.userId,
      assigned_to: await requireAssignable(tx, input.assigned_to ?? tx.actor.userId),
      title: input.title,
      description: input.description,
      priority: input.priority,
      due_date: input.due_date,
      completed_at: null,
      deleted_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
