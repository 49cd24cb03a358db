import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '#client/features/auth/auth-page.tsx'
import { authSearch } from '#client/features/auth/auth-search.ts'

// Part of the entry: the sign-in screen is what most people see first.
export const Route = createFileRoute('/auth')({ validateSearch: authSearch.validate, component: AuthPage })
