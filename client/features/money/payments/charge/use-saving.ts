import { useState } from 'react'
import type { CardFieldsProps } from './card-fields.ts'

type Saving = Pick<CardFieldsProps, 'savedCard' | 'offersSaving' | 'automatic'>

/** Whether a form saves the payment method: only a new card can be saved, and only a card charged automatically. */
export function useSaving({ savedCard = null, offersSaving = false, automatic }: Saving, isCard: boolean) {
  const [keep, setKeep] = useState(false)
  const isForced = automatic?.checked === true
  const mayKeep = offersSaving && savedCard === null && isCard
  const saves = mayKeep && (keep || isForced)
  return {
    saves,
    setKeep,
    fields: {
      keep: mayKeep ? { checked: saves, disabled: isForced, onChange: setKeep } : null,
      automatic: savedCard !== null || mayKeep ? automatic : undefined,
    },
  }
}
