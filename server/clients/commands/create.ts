import type { z } from 'zod'
import type { ClientDto, clientInput } from '#shared/clients.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { insertInto } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { newId, toFlag, toInstant } from '../../db/values.ts'
import { getClient } from '../queries/clients.ts'

export type ClientFields = z.output<typeof clientInput>

export function createClient(ctx: AgencyCtx, input: ClientFields): Promise<ClientDto> {
  return transact(ctx, async (tx) => {
    const row = newClientRow(tx, input)
    await insertInto(tx, 'clients').values(row).execute()
    await record(tx, 'client.created', { id: row.id, name: input.name })
    return getClient(tx, row.id)
  })
}

export function newClientRow(ctx: AgencyCtx, input: ClientFields) {
  const now = toInstant(ctx.now)
  return {
    agency_id: ctx.reach.agencyId,
    id: newId(),
    ...editableColumns(input),
    archived_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
  }
}

export const editableColumns = (input: ClientFields) => ({
  name: input.name,
  email: input.email,
  phone: input.phone,
  company: input.company,
  address: input.address,
  billing_currency: input.billing_currency ?? null,
  portal_access: toFlag(input.portal_access),
})
