import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { setClientArchived } from '../../../people/clients/commands/set-archived.ts'
import { setProjectArchived } from '../../../work/projects/commands/set-archived.ts'
import { sampleProject } from '../queries/sample.ts'

/** Records added by people, which must not be deleted with the project. */
const OF_PROJECT = [
  'time_entries',
  'released_time',
  'invoices',
  'invoice_items',
  'expenses',
  'process_runs',
  'files',
] as const
const OF_CLIENT = [
  'profiles',
  'client_contacts',
  'invoices',
  'payments',
  'client_credits',
  'process_runs',
] as const

/**
 * Deletes the sample project with its tasks and client; if there is work or billing on it, archives it
 * instead.
 */
export function removeSample(ctx: AgencyCtx): Promise<{ archived: boolean }> {
  return transact(ctx, async (tx) => {
    const sample = await sampleProject(tx, ctx.reach.agencyId)
    if (sample === undefined) throw notFound('The sample project')
    const { id, name, assigned_client_id: clientId } = sample
    const archived = await isUsed(tx, id, clientId)
    if (archived) await archive(tx, id, clientId)
    else {
      await deleteFrom(tx, 'projects').where('id', '=', id).execute()
      await deleteFrom(tx, 'clients').where('id', '=', clientId).where('sample', '=', 1).execute()
    }
    await record(tx, 'sample.removed', { id: ctx.reach.agencyId, name })
    return { archived }
  })
}

async function isUsed(tx: Tx<AgencyCtx>, projectId: string, clientId: string): Promise<boolean> {
  const uses = [
    ...OF_PROJECT.map((table) => firstOf(tx, table, 'project_id', projectId)),
    ...OF_CLIENT.map((table) => firstOf(tx, table, 'client_id', clientId)),
    selectFrom(tx, 'projects')
      .select('assigned_client_id as id')
      .where('assigned_client_id', '=', clientId)
      .where('id', '!=', projectId)
      .limit(1)
      .executeTakeFirst(),
  ]
  return (await Promise.all(uses)).some((row) => row !== undefined)
}

const firstOf = (
  tx: Tx<AgencyCtx>,
  table: (typeof OF_PROJECT | typeof OF_CLIENT)[number],
  column: 'project_id' | 'client_id',
  id: string,
) =>
  selectFrom(tx, table as 'invoices')
    .select(column)
    .where(column, '=', id)
    .limit(1)
    .executeTakeFirst()

async function archive(tx: Tx<AgencyCtx>, id: string, clientId: string): Promise<void> {
  await setProjectArchived(tx, { id, archived: true })
  await setClientArchived(tx, { id: clientId, archived: true })
  await updateTable(tx, 'projects').set({ sample: 0 }).where('id', '=', id).execute()
  await updateTable(tx, 'clients').set({ sample: 0 }).where('id', '=', clientId).execute()
}
