import { createFileRoute } from '@tanstack/react-router'
import { authSearch } from '#client/features/auth/auth-search.ts'
import { AuthPage } from '#client/features/shell/auth-page.tsx'

// Not lazy: most users see the sign-in screen first.
export const Route = createFileRoute('/auth')({ validateSearch: authSearch.validate, component: AuthPage })
