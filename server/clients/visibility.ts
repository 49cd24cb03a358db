import { own, team, type Visibility } from '../core/visibility.ts'

/** The team sees the agency's clients; a client its own company. What is noted and kept count of them stays with the owner. */
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
