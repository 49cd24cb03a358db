import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { landingSearch } from '#client/features/door/landing/landing-search.ts'
import { patient } from '#client/lib/calls/connection.ts'

export const Route = createFileRoute('/')({
  validateSearch: landingSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/door/landing/landing-page.tsx')),
    'LandingPage',
  ),
})
