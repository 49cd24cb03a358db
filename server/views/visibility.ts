import { TEAM_LISTS } from '#shared/views.ts'
import { everyMember, mine, own, type Rule, type Visibility } from '../core/visibility.ts'

const personal: Rule<'saved_views'> = (row, reach) => row.all(mine(row, reach), row.is('shared', 0))
const ofTeam: Rule<'saved_views'> = (row, reach) => row.all(own(row, reach), row.is('shared', 1))

/** Everybody has their own views, and the team sees those shared with it, of lists that it sees itself. */
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
