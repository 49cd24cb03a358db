import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { testBankSearch } from '#client/features/money/payments/simulated/test-bank-search.ts'
import { patient } from '#client/lib/calls/connection.ts'

export const Route = createFileRoute('/test-bank')({
  validateSearch: testBankSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/money/payments/simulated/test-bank-page.tsx')),
    'TestBankPage',
  ),
})
