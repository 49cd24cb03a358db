import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '#client/features/auth/auth-page.tsx'

// Part of the entry: the sign-in screen is what most people see first.
export const Route = createFileRoute('/auth')({ component: AuthPage })
