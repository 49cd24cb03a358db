import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { DataList } from '#client/components/lists/data-list.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan } from '#client/lib/session/session.ts'
import { formatCardDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { TimerButton } from '../../tasks/actions/timer-button.tsx'
import { AddTask } from '../../tasks/add/add-task.tsx'
import { TaskFormDialog } from '../../tasks/form/task-form-dialog.tsx'
import { NewRequest } from '../../tasks/requests/new-request.tsx'
import { StatusMark } from '../../tasks/task/task-marks.tsx'
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
        {acceptsRequests(project) && <NewRequest projectId={project.id} size="xs" />}
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

const acceptsRequests = ({ status, archived_at }: ProjectDto): boolean =>
  status !== 'completed' && archived_at === null

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
          {task.requested_by !== null && ` · Requested by ${task.requested_by.name}`}
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
  const [confirming, setConfirming] = useState(false)
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
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setConfirming(true)}>
            Delete
          </Menu.Item>
        )}
      </ActionMenu>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Delete task"
        message={`"${task.title}" will be deleted with its subtasks and comments.`}
        confirmLabel="Delete task"
        destructive
        onConfirm={() => remove.mutateAsync({ id: task.id })}
      />
    </>
  )
}
