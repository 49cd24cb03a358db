import { DataList } from '#client/components/lists/data-list.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useChangeStatus } from '../actions/use-change-status.ts'
import { NoTasks } from '../add/no-tasks.tsx'
import { isFiltered, type TaskViewProps } from '../task/list-filters.ts'
import { TaskCard } from './task-card.tsx'

const CARD_HEIGHT = 220

export function TaskCards({ filters, onAdd, onClearFilters }: TaskViewProps) {
  const list = trpc.tasks.list.useInfiniteQuery(filters, byCursor)
  const { changeStatus, confirmation } = useChangeStatus()
  return (
    <>
      <DataList
        query={list}
        label="Tasks"
        itemKey={(task) => task.id}
        itemHeight={CARD_HEIGHT}
        renderItem={(task) => <TaskCard task={task} onStatus={(status) => void changeStatus(task, status)} />}
        filtered={isFiltered(filters)}
        noMatchTitle="No tasks found"
        onClearFilters={onClearFilters}
        empty={<NoTasks onAdd={onAdd} />}
      />
      {confirmation}
    </>
  )
}
