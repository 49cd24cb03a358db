import { TEAM_LISTS } from '#shared/overview/views.ts'
import { everyMember, mine, own, type Rule, type Visibility } from '../../base/core/rows/visibility.ts'

const personal: Rule<'saved_views'> = (row, reach) => row.all(mine(row, reach), row.is('shared', 0))
const ofTeam: Rule<'saved_views'> = (row, reach) => row.all(own(row, reach), row.is('shared', 1))

/** Views are visible to their creator; the team also sees shared ones, if it can see the list. */
export const savedViewVisibility = {
  saved_views: {
    ...everyMember(personal),
    agency: (row, reach) => row.any(personal(row, reach), ofTeam(row, reach)),
    contributor: (row, reach) =>
      row.any(personal(row, reach), row.all(ofTeam(row, reach), row.isOneOf('list', TEAM_LISTS))),
    alone: personal,
    platform: personal,
  },
} satisfies Pick<Visibility, 'saved_views'>
