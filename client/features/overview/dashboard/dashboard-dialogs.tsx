import { linkOptions, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { useDashboardDialog } from './use-dashboard-dialog.ts'

const AgencyDialog = lazyComponent(() => import('../platform/agencies/agency-dialog.tsx'), 'AgencyDialog')
const NewProjectDialog = lazyComponent(
  () => import('../../work/projects/form/new-project-dialog.tsx'),
  'NewProjectDialog',
)
const TaskFormDialog = lazyComponent(
  () => import('../../work/tasks/form/task-form-dialog.tsx'),
  'TaskFormDialog',
)
const ClientDialog = lazyComponent(() => import('../../people/clients/client-dialog.tsx'), 'ClientDialog')
const QuickTaskDialog = lazyComponent(
  () => import('../../work/quick-tasks/quick-task-dialog.tsx'),
  'QuickTaskDialog',
)

/** Opens the new project so that tasks can be added. */
const tasksOfNew = (project: string) =>
  linkOptions({ to: '/projects', search: { project, tab: 'tasks', new: true } })

/** The form named in the URL, the same as on its own screen. */
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
