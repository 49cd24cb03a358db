import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { formatCardDate } from '#client/lib/dates.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import type { ProjectDto } from '#shared/projects.ts'
import type { TaskDto } from '#shared/tasks.ts'
import { AddTask } from '../../tasks/add/add-task.tsx'
import { TaskFormDialog } from '../../tasks/form/task-form-dialog.tsx'
import { StatusMark } from '../../tasks/task/task-marks.tsx'
import { TimerButton } from '../../tasks/task/timer-button.tsx'
import { projectSearch } from '../project/project-search.ts'
import classes from '../project/projects.module.css'

/** The task management panel of a project; read-only for clients. */
export function ProjectTasks({ project }: { project: ProjectDto }) {
  const input = { project_id: project.id }
  const list = trpc.tasks.list.useInfiniteQuery(input, byCursor)
  const write = useCan('task.write')
  const [{ new: adding }] = useSearchState(projectSearch)
  /** The task being edited, `new` for a new one, null while the form is closed. */
  const [form, setForm] = useState<TaskDto | 'new' | null>(null)
  const addButton = write && (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setForm('new')}>
      Add Task
    </Button>
  )
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {project.done_task_count} of {project.task_count} done
        </Text>
        {addButton}
      </Group>
      <AddTask key={String(adding)} projectId={project.id} list={input} autoFocus={adding} />
      <DataList
        query={list}
        label={`Tasks of ${project.name}`}
        layout="rows"
        itemKey={(task) => task.id}
        itemHeight={52}
        renderItem={(task) => <TaskRow task={task} onEdit={() => setForm(task)} />}
        filtered={false}
        noMatchTitle="No tasks found"
        onClearFilters={() => {}}
        empty={
          <EmptyState drawing="checklist" title="No tasks yet" message="Tasks of this project appear here." />
        }
      />
      {form !== null && (
        <TaskFormDialog
          wording="panel"
          project={project}
          projectFixed
          task={form === 'new' ? undefined : form}
          onClose={() => setForm(null)}
        />
      )}
    </Stack>
  )
}

function TaskRow({ task, onEdit }: { task: TaskDto; onEdit: () => void }) {
  const write = useCan('task.write')
  const due = task.due_date === null ? '' : ` · Due ${formatCardDate(task.due_date)}`
  return (
    <div className={classes.task}>
      <div className={classes.grow}>
        <Link to="/tasks" search={{ task: task.id }} className={classes.taskLink}>
          {task.title}
        </Link>
        <Text size="sm" c="dimmed" truncate>
          {task.assignee?.name ?? 'Unassigned'}
          {due}
        </Text>
      </div>
      <StatusMark task={task} />
      <TimerButton task={task} />
      {write && <TaskMenu task={task} onEdit={onEdit} />}
    </div>
  )
}

function TaskMenu({ task, onEdit }: { task: TaskDto; onEdit: () => void }) {
  const mayDelete = useCan('task.delete')
  const [asked, setAsked] = useState(false)
  const remove = trpc.tasks.delete.useMutation({
    onError: errorToast('Failed to delete task'),
    onSuccess: () => toast({ title: 'Task deleted successfully' }),
  })
  return (
    <>
      <ActionMenu label={task.title}>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          Edit
        </Menu.Item>
        {mayDelete && (
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsked(true)}>
            Delete
          </Menu.Item>
        )}
      </ActionMenu>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title="Delete task"
        message={`"${task.title}" will be deleted with its subtasks and comments.`}
        confirmLabel="Delete task"
        destructive
        onConfirm={() => remove.mutateAsync({ id: task.id })}
      />
    </>
  )
}
