import { everyMember, type Visibility } from '../core/visibility.ts'

/** Everybody sees the agency they belong to. */
export const agencyVisibility = {
  agencies: everyMember((row, reach) => row.is('id', reach.agencyId)),
} satisfies Pick<Visibility, 'agencies'>
