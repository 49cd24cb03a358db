import { linkOptions, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useCan, useUser } from '#client/lib/session.ts'
import { useDashboardDialog } from './use-dashboard-dialog.ts'

const AgencyDialog = lazy(() =>
  import('../agencies/agency-dialog.tsx').then((module) => ({ default: module.AgencyDialog })),
)
const NewProjectDialog = lazy(() =>
  import('../projects/form/new-project-dialog.tsx').then((module) => ({ default: module.NewProjectDialog })),
)
const TaskFormDialog = lazy(() =>
  import('../tasks/form/task-form-dialog.tsx').then((module) => ({ default: module.TaskFormDialog })),
)
const ClientDialog = lazy(() =>
  import('../clients/client-dialog.tsx').then((module) => ({ default: module.ClientDialog })),
)
const QuickTaskDialog = lazy(() =>
  import('../quick-tasks/quick-task-dialog.tsx').then((module) => ({ default: module.QuickTaskDialog })),
)

/** What comes after a project is created: its first tasks. */
const tasksOfNew = (project: string) =>
  linkOptions({ to: '/projects', search: { project, tab: 'tasks', new: true } })

/** The form named by the URL, the same as on its own screen. */
export function DashboardDialogs() {
  const { dialog, close } = useDashboardDialog()
  const navigate = useNavigate()
  const inAgency = useUser().agency_id !== null
  const may = {
    agency: useCan('agency.write-all'),
    project: useCan('project.write') && inAgency,
    task: useCan('task.write'),
    client: useCan('client.write') && inAgency,
    'quick-task': useCan('quick-task.own'),
  }
  if (dialog === null || !may[dialog]) return null
  return (
    <Suspense>
      {dialog === 'agency' && <AgencyDialog onClose={close} />}
      {dialog === 'project' && (
        <NewProjectDialog onClose={close} onCreated={({ id }) => void navigate(tasksOfNew(id))} />
      )}
      {dialog === 'task' && <TaskFormDialog wording="page" onClose={close} />}
      {dialog === 'client' && <ClientDialog onClose={close} />}
      {dialog === 'quick-task' && <QuickTaskDialog onClose={close} />}
    </Suspense>
  )
}
