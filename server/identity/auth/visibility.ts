import { mine, own, type Visibility } from '../../base/core/rows/visibility.ts'

/**
 * Everyone sees themselves. The team sees everyone in the agency; clients see the team and their own
 * company's people.
 */
export const profileVisibility = {
  profiles: {
    agency: (row, reach) => row.any(own(row, reach), mine(row, reach)),
    contributor: (row, reach) => row.any(own(row, reach), mine(row, reach)),
    client: (row, reach) =>
      row.any(
        mine(row, reach),
        row.all(
          own(row, reach),
          row.any(row.isOneOf('role', ['agency_admin', 'employee']), row.is('client_id', reach.clientId)),
        ),
      ),
    alone: mine,
  },
} satisfies Pick<Visibility, 'profiles'>
