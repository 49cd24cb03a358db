import { everyMember, own, type Visibility } from '../core/visibility.ts'

/** Everybody sees the agency they belong to; how it bills is its owners' business. */
export const agencyVisibility = {
  agencies: everyMember((row, reach) => row.is('id', reach.agencyId)),
  billing_profiles: { agency: own },
  tax_rates: { agency: own },
} satisfies Pick<Visibility, 'agencies' | 'billing_profiles' | 'tax_rates'>
