import { domain } from '../../base/core/domain.ts'
import { DELETED_USER, RECORD } from '../../base/db/table-cards.ts'
import { CLIENT_EFFECTS, CLIENT_PURPOSES } from './effects.ts'
import type { ProjectsOf } from './queries/details.ts'
import { clientsRouter } from './router.ts'
import { clientVisibility } from './visibility.ts'

/**
 * Clients, their contacts, and the agency's notes on them. A client's projects are provided by a higher
 * floor.
 */
export const clients = <Project>(projectsOf: ProjectsOf<Project>) =>
  domain({
    routers: { clients: clientsRouter(projectsOf) },
    effects: CLIENT_EFFECTS,
    purposes: CLIENT_PURPOSES,
    visibility: clientVisibility,
    tables: {
      clients: {
        of: 'agency',
        key: ['agency_id', 'id', 'default_tax_rate_id'],
        content: ['region', 'registration_number', 'electronic_address', 'buyer_reference'],
        money: ['billing_currency'],
        system: [
          'portal_access',
          'archived_at',
          'version',
          'created_at',
          'updated_at',
          'country',
          'tax_id_valid',
          'tax_id_checked_at',
          'payment_terms',
          'e_invoice_format',
          'autopay_requested_at',
          'sample',
          'debtor_number',
        ],
        personal: {
          name: { kept: RECORD },
          email: { kept: RECORD },
          unicode_email: { kept: RECORD },
          phone: { kept: RECORD },
          company: { kept: RECORD },
          address: { kept: RECORD },
          postal_code: { kept: RECORD },
          city: { kept: RECORD },
          tax_id: { kept: RECORD },
          billing_cc: { kept: RECORD },
          billing_bcc: { kept: RECORD },
        },
      },
      client_contacts: {
        of: 'agency',
        uses: { client_id: 'clients' },
        key: ['agency_id', 'id', 'client_id', 'user_id'],
        system: [
          'portal_access',
          'can_see_projects',
          'can_see_billing',
          'version',
          'created_at',
          'updated_at',
        ],
        personal: {
          name: { kept: RECORD },
          email: { kept: RECORD },
          phone: { kept: RECORD },
        },
      },
      client_notes: {
        of: 'agency',
        uses: { client_id: 'clients' },
        key: ['agency_id', 'id', 'client_id', 'author_id'],
        content: ['text'],
        system: ['created_at'],
        personal: {
          author_name: { of: 'author_id', becomes: DELETED_USER },
        },
        ownData: { as: 'client_notes', by: 'author_id', columns: ['client_id', 'text', 'created_at'] },
      },
      client_tallies: {
        of: 'agency',
        derived: true,
        key: ['agency_id', 'client_id'],
        money: ['outstanding'],
        system: ['active_projects', 'last_invoice_on', 'last_payment_on'],
      },
    },
  })
