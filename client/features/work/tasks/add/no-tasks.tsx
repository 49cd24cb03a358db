import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { useCan } from '#client/lib/session/session.ts'
import { useAddProject } from './use-add-project.ts'

export function NoTasks({ onAdd }: { onAdd: () => void }) {
  const write = useCan('task.write')
  return (
    <EmptyState
      drawing="checklist"
      title="No tasks yet"
      message="Tasks from your projects appear here."
      action={write ? <FirstStep onAdd={onAdd} /> : undefined}
    />
  )
}

/** Tasks belong to a project, so an agency without one starts there. */
function FirstStep({ onAdd }: { onAdd: () => void }) {
  const create = useCan('project.write')
  const { id, loading } = useAddProject(null)
  if (loading) return null
  if (id !== null) return <Button onClick={onAdd}>Add your first task</Button>
  if (!create) return null
  return (
    <Button renderRoot={(props) => <Link to="/projects" search={{ new: true }} {...props} />}>
      Create your first project
    </Button>
  )
}
