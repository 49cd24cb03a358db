/** How an invoice can be paid, as recorded. */
export const PAYMENT_METHODS = ['card', 'bank', 'cash', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** A voucher, or an account to transfer to, that the payer has received. */
export interface PaymentInstructionsDto {
  /** The instant it expires; null if it doesn't. */
  until: string | null
  /** The provider's page that says how to pay; null if there is none. */
  url: string | null
}
