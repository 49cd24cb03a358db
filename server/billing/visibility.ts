import { own, type Visibility } from '../core/visibility.ts'

/** How an agency bills is its owners' business; documents tell everybody else what they need. */
export const billingVisibility = {
  billing_profiles: { agency: own },
  mail_texts: { agency: own },
  number_formats: { agency: own },
  products: { agency: own },
  tax_rates: { agency: own },
} satisfies Pick<Visibility, 'billing_profiles' | 'mail_texts' | 'number_formats' | 'products' | 'tax_rates'>
