import { domain } from '../../base/core/domain.ts'
import { deletedAddress } from '../../base/db/table-cards.ts'
import { INVITATION_EFFECTS, INVITATION_PURPOSES } from './effects.ts'
import { invitationsRouter } from './router.ts'
import { invitationVisibility } from './visibility.ts'

/** Invitations to an agency. */
export const invitations = domain({
  routers: { invitations: invitationsRouter },
  effects: INVITATION_EFFECTS,
  purposes: INVITATION_PURPOSES,
  visibility: invitationVisibility,
  tables: {
    invitations: {
      of: 'agency',
      uses: { client_id: 'clients' },
      key: ['id', 'agency_id', 'client_id', 'employee_id', 'invited_by', 'contact_id'],
      secret: ['token_hash'],
      system: ['role', 'created_at', 'expires_at', 'accepted_at', 'revoked_at'],
      personal: {
        email: { by: 'email', becomes: deletedAddress },
      },
    },
  },
})
