import { everyMember, type Visibility } from '../../base/core/rows/visibility.ts'

/** Everyone sees the agency they belong to. */
export const agencyVisibility = {
  agencies: everyMember((row, reach) => row.is('id', reach.agencyId)),
} satisfies Pick<Visibility, 'agencies'>
