import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '#client/features/door/shell/auth-page.tsx'
import { authSearch } from '#client/features/identity/auth/auth-search.ts'

// Not lazy: most users see the sign-in screen first.
export const Route = createFileRoute('/auth')({ validateSearch: authSearch.validate, component: AuthPage })
