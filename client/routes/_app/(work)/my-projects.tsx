import { createFileRoute } from '@tanstack/react-router'
import { projectsScreen } from '#client/features/work/projects/screen.ts'

export const Route = createFileRoute('/_app/(work)/my-projects')({ ...projectsScreen })
