import { createFileRoute } from '@tanstack/react-router'
import { payments } from '../-screens.ts'

export const Route = createFileRoute('/_app/payouts')({
  staticData: { can: 'payment.read', tab: 'history' },
  ...payments,
})
