import { own, team, type Visibility } from '../../base/core/rows/visibility.ts'

/**
 * The team sees the agency's clients; clients see their own company. Notes and figures are only for the
 * owner.
 */
export const clientVisibility = {
  clients: {
    ...team(own),
    client: (row, reach) => row.all(own(row, reach), row.is('id', reach.clientId)),
  },
  client_contacts: {
    agency: own,
    client: (row, reach) => row.all(own(row, reach), row.is('user_id', reach.userId)),
  },
  client_notes: { agency: own },
  client_tallies: { agency: own },
} satisfies Pick<Visibility, 'clients' | 'client_contacts' | 'client_notes' | 'client_tallies'>
