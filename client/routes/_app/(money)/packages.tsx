import { createFileRoute } from '@tanstack/react-router'
import { packagesScreen } from '#client/features/money/plans/screen.ts'

export const Route = createFileRoute('/_app/(money)/packages')({ ...packagesScreen })
