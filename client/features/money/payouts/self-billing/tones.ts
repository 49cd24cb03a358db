import type { Tone } from '#client/components/marks/status-badge.tsx'
import type { AgreementState } from '#shared/money/self-billing.ts'

export const AGREEMENT_TONES: Record<AgreementState, Tone> = {
  requested: 'attention',
  active: 'good',
  ended: 'neutral',
  revoked: 'neutral',
}
