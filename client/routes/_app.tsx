import { createFileRoute } from '@tanstack/react-router'
import { Guard } from '#client/features/door/shell/guard.tsx'

export const Route = createFileRoute('/_app')({ component: Guard })
