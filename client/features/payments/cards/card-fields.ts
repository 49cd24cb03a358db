import type { Money } from '#shared/money.ts'
import type { SavedCardDto } from '#shared/payments.ts'
import type { ChargeCalls } from './use-charge.ts'

/** Props shared by both providers' forms. */
export interface CardFieldsProps extends ChargeCalls {
  submitLabel: string
  onCancel?: () => void
  /** Rendered instead of the card fields. */
  savedCard?: SavedCardDto | null
  /** Offers to save a new card. */
  offersSaving?: boolean
  /** What is charged once, where other ways than cards are offered, too. */
  price?: Money | undefined
}
