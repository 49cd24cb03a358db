import { everyMember, mine, own, type Rule, type Visibility } from '../core/visibility.ts'

/** The platform's logo is on the sign-in screen. */
const logo: Rule<'pictures'> = (row) => row.is('kind', 'platform-logo')

/** Logos and faces are seen within the agency, one's own face wherever one belongs. */
export const pictureVisibility = {
  pictures: {
    ...everyMember<Rule<'pictures'>>((row, reach) =>
      row.any(own(row, reach), mine(row, reach), logo(row, reach)),
    ),
    alone: (row, reach) => row.any(mine(row, reach), logo(row, reach)),
    link: logo,
  },
} satisfies Pick<Visibility, 'pictures'>
