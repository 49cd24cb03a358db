import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { landingSearch } from '#client/features/landing/landing-search.ts'

export const Route = createFileRoute('/')({
  validateSearch: landingSearch.validate,
  component: lazyRouteComponent(() => import('#client/features/landing/landing-page.tsx'), 'LandingPage'),
})
