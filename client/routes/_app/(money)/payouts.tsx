import { createFileRoute } from '@tanstack/react-router'
import { paymentsScreen } from '#client/features/money/payments/screen.ts'

export const Route = createFileRoute('/_app/(money)/payouts')({
  ...paymentsScreen,
  staticData: { tab: 'history' },
})
