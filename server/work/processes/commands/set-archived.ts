import type { ProcessDetails } from '#shared/work/processes.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { getProcess, requireOwn } from '../queries/templates.ts'

/** Archives or restores a process; its runs continue. */
export function setProcessArchived(
  ctx: AgencyCtx,
  input: { id: string; archived: boolean },
): Promise<ProcessDetails> {
  return transact(ctx, async (tx) => {
    const process = await requireOwn(tx, input.id)
    const archived_at = input.archived ? toInstant(tx.now) : null
    await updateVersioned(tx, 'process_templates', process, { archived_at }, 'This process')
    const { id, name } = process
    await record(tx, input.archived ? 'process.archived' : 'process.restored', { id, name })
    return getProcess(tx, input.id)
  })
}
