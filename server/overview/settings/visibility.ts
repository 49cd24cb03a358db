import { everyMember, mine, own, type Rule, type Visibility } from '../../base/core/rows/visibility.ts'

/** The platform's logo is on the public sign-in screen. */
const logo: Rule<'pictures'> = (row) => row.is('kind', 'platform-logo')

/** Logos and avatars are visible within the agency; people always see their own avatar. */
export const pictureVisibility = {
  pictures: {
    ...everyMember<Rule<'pictures'>>((row, reach) =>
      row.any(own(row, reach), mine(row, reach), logo(row, reach)),
    ),
    alone: (row, reach) => row.any(mine(row, reach), logo(row, reach)),
    link: logo,
  },
} satisfies Pick<Visibility, 'pictures'>
