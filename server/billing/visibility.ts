import { own, type Visibility } from '../core/visibility.ts'

/** How an agency bills is its owners' business; documents tell everybody else what they need. */
export const billingVisibility = {
  billing_profiles: { agency: own },
  tax_rates: { agency: own },
} satisfies Pick<Visibility, 'billing_profiles' | 'tax_rates'>
