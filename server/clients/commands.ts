import type { z } from 'zod'
import type { ClientDto, clientSaveInput } from '#shared/clients.ts'
import { recordActivity } from '../activity/record.ts'
import type { AgencyScope } from '../auth/scope.ts'
import { endUserSessions } from '../auth/sessions.ts'
import type { Db, Trx } from '../db/schema.ts'
import { transact } from '../db/transaction.ts'
import { newId, toFlag, toInstant } from '../db/values.ts'
import { conflict, notFound } from '../errors.ts'
import { publishChange } from '../live/publish.ts'
import { getClient } from './queries.ts'
import { changedClientFields } from './rules.ts'

type ClientSave = z.output<typeof clientSaveInput>

/** Inserts a client, or updates the one named by `id`; CONFLICT when `version` is not the current one. */
export function saveClient(db: Db, scope: AgencyScope, input: ClientSave): Promise<ClientDto> {
  return transact(db, async (trx) => {
    const id =
      input.id === undefined
        ? await insertClient(trx, scope, input)
        : await updateClient(trx, scope, input, input.id)
    return getClient(trx, scope, id)
  })
}

async function insertClient(trx: Trx, scope: AgencyScope, input: ClientSave): Promise<string> {
  const id = newId()
  const now = toInstant(scope.now)
  await trx
    .insertInto('clients')
    .values({
      agency_id: scope.agencyId,
      id,
      name: input.name,
      email: input.email,
      phone: input.phone,
      company: input.company,
      address: input.address,
      portal_access: toFlag(input.portal_access),
      archived_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await recordActivity(trx, scope, {
    action: 'client.created',
    subject: { type: 'client', id },
    touches: ['clients'],
    summary: `${input.name} added as a client`,
  })
  return id
}

async function updateClient(trx: Trx, scope: AgencyScope, input: ClientSave, id: string): Promise<string> {
  const current = await getClient(trx, scope, id)
  if (input.version !== undefined && input.version !== current.version) {
    throw conflict('This client', changedClientFields(current, input))
  }
  const { numUpdatedRows } = await trx
    .updateTable('clients')
    .set({
      name: input.name,
      email: input.email,
      phone: input.phone,
      company: input.company,
      address: input.address,
      portal_access: toFlag(input.portal_access),
      version: current.version + 1,
      updated_at: toInstant(scope.now),
    })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .where('version', '=', current.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw conflict('This client')
  if (!input.portal_access) await endPortalSessions(trx, scope, id)
  await recordActivity(trx, scope, {
    action: 'client.updated',
    subject: { type: 'client', id },
    touches: ['clients'],
    summary: `${input.name} updated`,
  })
  return id
}

/** Hides a client from lists, or brings it back. */
export function setClientArchived(
  db: Db,
  scope: AgencyScope,
  input: { id: string; archived: boolean },
): Promise<ClientDto> {
  return transact(db, async (trx) => {
    const now = toInstant(scope.now)
    const client = await trx
      .updateTable('clients')
      .set({ archived_at: input.archived ? now : null, updated_at: now })
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .returning('name')
      .executeTakeFirst()
    if (client === undefined) throw notFound('This client')
    await recordActivity(trx, scope, {
      action: input.archived ? 'client.archived' : 'client.restored',
      subject: { type: 'client', id: input.id },
      touches: ['clients'],
      summary: input.archived ? `${client.name} archived` : `${client.name} restored`,
    })
    return getClient(trx, scope, input.id)
  })
}

/** Takes effect at once: whoever loses access is signed out. */
export function setClientPortalAccess(
  db: Db,
  scope: AgencyScope,
  input: { id: string; portal_access: boolean },
): Promise<ClientDto> {
  return transact(db, async (trx) => {
    const client = await trx
      .updateTable('clients')
      .set((eb) => ({
        portal_access: toFlag(input.portal_access),
        version: eb('version', '+', 1),
        updated_at: toInstant(scope.now),
      }))
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .returning('name')
      .executeTakeFirst()
    if (client === undefined) throw notFound('This client')
    if (!input.portal_access) await endPortalSessions(trx, scope, input.id)
    await recordActivity(trx, scope, {
      action: input.portal_access ? 'client.portal-opened' : 'client.portal-closed',
      subject: { type: 'client', id: input.id },
      touches: ['clients'],
      summary: `Portal access of ${client.name} switched ${input.portal_access ? 'on' : 'off'}`,
    })
    return getClient(trx, scope, input.id)
  })
}

async function endPortalSessions(trx: Trx, scope: AgencyScope, clientId: string): Promise<void> {
  const people = await trx
    .selectFrom('profiles')
    .select('user_id')
    .where('agency_id', '=', scope.agencyId)
    .where('client_id', '=', clientId)
    .execute()
  for (const { user_id } of people) {
    await endUserSessions(trx, user_id)
    await publishChange(trx, scope, { domains: ['auth'], userId: user_id })
  }
}
