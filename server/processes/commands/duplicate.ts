import type { ProcessDetails } from '#shared/processes.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { getProcess } from '../queries/templates.ts'
import { insertProcess } from './create.ts'

/** Copies a sample or an own process into a draft of the agency. */
export function duplicateProcess(ctx: AgencyCtx, input: { id: string }): Promise<ProcessDetails> {
  return transact(ctx, async (tx) => {
    const source = await getProcess(tx, input.id)
    const name = `${source.name} (copy)`.slice(0, 200)
    const id = await insertProcess(tx, ctx.reach.agencyId, { ...source, name, status: 'draft' })
    await record(tx, 'process.created', { id, name })
    return getProcess(tx, id)
  })
}
