import type { SavedCardDto } from '#shared/payments.ts'
import type { ChargeCalls } from './use-charge.ts'

/** What both providers' forms need. */
export interface CardFieldsProps extends ChargeCalls {
  submitLabel: string
  onCancel?: () => void
  /** Pays in place of the fields. */
  savedCard?: SavedCardDto | null
  /** Offers to keep a new card. */
  offersSaving?: boolean
}
