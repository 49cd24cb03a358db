import { createFileRoute } from '@tanstack/react-router'
import { tasks } from '../-screens.ts'

export const Route = createFileRoute('/_app/tasks')({ staticData: { can: 'task.read' }, ...tasks })
