import { createFileRoute } from '@tanstack/react-router'
import { authSearch } from '#client/features/auth/auth-search.ts'
import { AuthPage } from '#client/features/shell/auth-page.tsx'

// Part of the entry: the sign-in screen is what most people see first.
export const Route = createFileRoute('/auth')({ validateSearch: authSearch.validate, component: AuthPage })
