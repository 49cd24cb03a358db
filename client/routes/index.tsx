import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { landingSearch } from '#client/features/landing/landing-search.ts'
import { patient } from '#client/lib/reach.ts'

export const Route = createFileRoute('/')({
  validateSearch: landingSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/landing/landing-page.tsx')),
    'LandingPage',
  ),
})
