import type { ClientDto } from '#shared/clients.ts'
import { withdrawInvitations } from '../../agencies/commands/withdraw-invitations.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { getClient } from '../queries/clients.ts'
import { changedClientFields } from '../rules.ts'
import { type ClientFields, checkedFields, editableColumns } from './create.ts'
import { endPortalSessions } from './set-portal-access.ts'

/** CONFLICT, naming what differs, when `version` is not the current one. */
export function updateClient(
  ctx: AgencyCtx,
  id: string,
  input: ClientFields & { version?: number | undefined },
): Promise<ClientDto> {
  return transact(ctx, async (tx) => {
    const current = await getClient(tx, id)
    if (input.version !== undefined && input.version !== current.version) {
      throw conflict('This client', changedClientFields(current, input))
    }
    const row = { agency_id: ctx.reach.agencyId, id, version: current.version }
    const fields = await checkedFields(tx, input)
    // What the register said was of the number before.
    const unchecked = fields.tax_id === current.tax_id ? {} : { tax_id_valid: null, tax_id_checked_at: null }
    await updateVersioned(tx, 'clients', row, { ...editableColumns(fields), ...unchecked }, 'This client')
    if (input.email !== current.email) {
      await withdrawInvitations(tx, { clientId: id, email: current.email })
    }
    if (!input.portal_access) await endPortalSessions(tx, id)
    await record(tx, 'client.updated', { id, clientId: id, name: input.name })
    return getClient(tx, id)
  })
}
