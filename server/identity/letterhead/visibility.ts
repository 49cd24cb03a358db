import { own, type Visibility } from '../../base/core/rows/visibility.ts'

/** Only owners see billing settings; others see them as printed on documents. */
export const letterheadVisibility = {
  billing_profiles: { agency: own },
  mail_texts: { agency: own },
  number_formats: { agency: own },
  products: { agency: own },
  tax_rates: { agency: own },
} satisfies Pick<Visibility, 'billing_profiles' | 'mail_texts' | 'number_formats' | 'products' | 'tax_rates'>
