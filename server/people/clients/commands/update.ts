import type { ClientDto } from '#shared/people/clients.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { withdrawInvitations } from '../../../identity/agencies/commands/withdraw-invitations.ts'
import { getClient } from '../queries/clients.ts'
import { changedClientFields } from '../rules.ts'
import { type ClientFields, checkedFields, editableColumns } from './create.ts'
import { closePortal } from './set-portal-access.ts'

/** Throws CONFLICT with the differing fields if `version` is outdated. */
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
    // The register's result was for the previous number.
    const unchecked = fields.tax_id === current.tax_id ? {} : { tax_id_valid: null, tax_id_checked_at: null }
    await updateVersioned(tx, 'clients', row, { ...editableColumns(fields), ...unchecked }, 'This client')
    if (input.email !== current.email) {
      await withdrawInvitations(tx, { clientId: id, email: current.email })
    }
    if (current.portal_access && !input.portal_access) await closePortal(tx, id)
    await record(tx, 'client.updated', {
      id,
      clientId: id,
      name: input.name,
      email: changed(current.email, input.email),
      cc: changed(current.billing_cc, input.billing_cc),
      bcc: changed(current.billing_bcc, input.billing_bcc),
      portal: changed(current.portal_access, input.portal_access),
    })
    return getClient(tx, id)
  })
}

const changed = <Value>(before: Value, after: Value): Value | undefined =>
  String(before) === String(after) ? undefined : after
