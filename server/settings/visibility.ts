import { everyMember, own, type Rule, type Visibility } from '../core/visibility.ts'

/** The platform's logo is on the sign-in screen. */
const logo: Rule<'pictures'> = (row) => row.is('kind', 'platform-logo')

/** Logos and faces are seen within the agency; those of nobody's agency by the others outside of one. */
const outside: Rule<'pictures'> = (row, reach) =>
  reach.userId === null ? logo(row, reach) : row.any(logo(row, reach), row.isNull('agency_id'))

export const pictureVisibility = {
  pictures: {
    ...everyMember<Rule<'pictures'>>((row, reach) => row.any(own(row, reach), logo(row, reach))),
    alone: outside,
    link: logo,
  },
} satisfies Pick<Visibility, 'pictures'>
