import type { ProcessDetails } from '#shared/processes.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { toInstant } from '../../db/values.ts'
import { getProcess, requireOwn } from '../queries/templates.ts'

/** Hides a process from the list, or brings it back; its runs continue. */
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
