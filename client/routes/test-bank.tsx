import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { testBankSearch } from '#client/features/billing/test-bank-search.ts'

export const Route = createFileRoute('/test-bank')({
  validateSearch: testBankSearch.validate,
  component: lazyRouteComponent(() => import('#client/features/billing/test-bank-page.tsx'), 'TestBankPage'),
})
