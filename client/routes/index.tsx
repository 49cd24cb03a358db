import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/')({
  component: lazyRouteComponent(() => import('#client/features/landing/landing-page.tsx'), 'LandingPage'),
})
