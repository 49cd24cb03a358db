import type { ProcessDetails } from '#shared/work/processes.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { getProcess } from '../queries/templates.ts'
import { insertProcess } from './create.ts'

/** Copies a sample or one of the agency's processes into a draft. */
export function duplicateProcess(ctx: AgencyCtx, input: { id: string }): Promise<ProcessDetails> {
  return transact(ctx, async (tx) => {
    const source = await getProcess(tx, input.id)
    const name = `${source.name} (copy)`.slice(0, 200)
    const id = await insertProcess(tx, ctx.reach.agencyId, { ...source, name, status: 'draft' })
    await record(tx, 'process.created', { id, name })
    return getProcess(tx, id)
  })
}
