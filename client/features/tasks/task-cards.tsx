import { Button } from '@mantine/core'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { useCan } from '#client/lib/session.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import type { TaskDto } from '#shared/tasks.ts'
import { isFiltered, type TaskFilters } from './list-filters.ts'
import { TaskCard } from './task-card.tsx'
import { useChangeStatus } from './use-change-status.ts'

const CARD_HEIGHT = 220

/** What every way of looking at the tasks is given. */
export interface TaskViewProps {
  filters: TaskFilters
  onOpen: (task: TaskDto) => void
  onAdd: () => void
  onClearFilters: () => void
}

export function TaskCards({ filters, onOpen, onAdd, onClearFilters }: TaskViewProps) {
  const list = trpc.tasks.list.useInfiniteQuery(filters, byCursor)
  const { changeStatus, confirmation } = useChangeStatus()
  return (
    <>
      <DataList
        query={list}
        label="Tasks"
        itemKey={(task) => task.id}
        itemHeight={CARD_HEIGHT}
        renderItem={(task) => (
          <TaskCard
            task={task}
            onOpen={() => onOpen(task)}
            onStatus={(status) => void changeStatus(task, status)}
          />
        )}
        filtered={isFiltered(filters)}
        noMatchTitle="No tasks found"
        onClearFilters={onClearFilters}
        empty={<NoTasks onAdd={onAdd} />}
      />
      {confirmation}
    </>
  )
}

export function NoTasks({ onAdd }: { onAdd: () => void }) {
  const write = useCan('task.write')
  return (
    <EmptyState
      drawing="checklist"
      title="No tasks yet"
      message="Tasks of your projects appear here."
      action={write ? <Button onClick={onAdd}>Add your first task</Button> : undefined}
    />
  )
}
