import type { Money } from '#shared/base/amounts/money.ts'
import type { SavedCardDto } from '#shared/money/payments/payments.ts'
import type { ChargeCalls } from './use-charge.ts'

export interface Tick {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Props shared by both providers' forms. */
export interface CardFieldsProps extends ChargeCalls {
  submitLabel: string
  /** The form can't be submitted yet. */
  disabled?: boolean | undefined
  onCancel?: () => void
  /** Rendered instead of the card fields. */
  savedCard?: SavedCardDto | null
  /** Offers to save a new card. */
  offersSaving?: boolean
  /** Offers to charge future invoices to the card, which saves a new one. */
  automatic?: Tick | undefined
  /** Options of a one-off charge, which can also use other payment methods than cards. */
  price?: Money | undefined
}
