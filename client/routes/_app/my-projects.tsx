import { createFileRoute } from '@tanstack/react-router'
import { projects } from '../-screens.ts'

export const Route = createFileRoute('/_app/my-projects')({
  staticData: { can: 'project.read' },
  ...projects,
})
