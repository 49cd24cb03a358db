import { Button } from '@mantine/core'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { useCan } from '#client/lib/session/session.ts'

export function NoTasks({ onAdd }: { onAdd: () => void }) {
  const write = useCan('task.write')
  return (
    <EmptyState
      drawing="checklist"
      title="No tasks yet"
      message="Tasks from your projects appear here."
      action={write ? <Button onClick={onAdd}>Add your first task</Button> : undefined}
    />
  )
}
