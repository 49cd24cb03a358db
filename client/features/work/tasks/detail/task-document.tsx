import { Menu, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SaveState } from '#client/components/forms/autosave/save-state.tsx'
import { ConflictNotice } from '#client/components/forms/form-conflict.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { Section } from '#client/components/records/detail-parts.tsx'
import { useSeen } from '#client/lib/queries/use-seen.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { links } from '#shared/base/links.ts'
import type { TaskDetailDto } from '#shared/work/tasks.ts'
import { TimerButton } from '../actions/timer-button.tsx'
import { useDeleteTask } from '../actions/use-delete-task.tsx'
import { SubtasksField } from '../form/subtasks-field.tsx'
import { RequestMenu } from '../requests/request-menu.tsx'
import { SubtaskLines } from '../task/subtask-lines.tsx'
import { ShortId, TaskMarks } from '../task/task-marks.tsx'
import { TaskBlockers, TaskLinks } from './task-blockers.tsx'
import classes from './task-document.module.css'
import { TaskFiles } from './task-files.tsx'
import { TaskFacts, TaskProperties } from './task-properties.tsx'
import { TaskStream } from './task-stream.tsx'
import { TaskText } from './task-text.tsx'
import { TaskTime } from './task-time.tsx'
import { useTaskDraft } from './use-task-draft.ts'

interface TaskDocumentProps {
  task: TaskDetailDto
  /** Single column, as in the drawer. */
  narrow?: boolean
  /** Called when the task has been deleted. */
  onGone: () => void
}

/** A task as a document: text and conversation, with its properties beside them. */
export function TaskDocument(props: TaskDocumentProps) {
  useDocumentTitle(props.task.title)
  useSeen(links.task(props.task.id))
  return useCan('task.write') ? <Editable {...props} /> : <Readable {...props} />
}

function Editable({ task, narrow = false, onGone }: TaskDocumentProps) {
  const draft = useTaskDraft(task)
  return (
    <article className={classes.document} data-narrow={narrow || undefined} aria-label={task.title}>
      <div className={classes.head}>
        <Place task={task} />
        <SaveState draft={draft} className={classes.state} />
        <TimerButton task={task} />
        <DeleteMenu task={task} onGone={onGone} />
      </div>
      <div className={classes.text}>
        <TaskText task={task} draft={draft} />
        <ConflictNotice conflict={draft.conflict} />
        <SubtasksField
          value={draft.values.subtasks}
          onChange={(subtasks) => draft.change({ subtasks }, 'soon')}
          onBlur={() => void draft.flush()}
        />
      </div>
      <aside className={classes.side} aria-label="Properties">
        <TaskProperties task={task} draft={draft} />
        <TaskTime task={task} />
        <TaskBlockers task={task} />
      </aside>
      <div className={classes.stream}>
        <Section title="Files">
          <TaskFiles task={task} />
        </Section>
        <TaskStream task={task} />
      </div>
    </article>
  )
}

/** For clients, who can read the tasks of their projects. */
function Readable({ task, narrow = false, onGone }: TaskDocumentProps) {
  return (
    <article className={classes.document} data-narrow={narrow || undefined} aria-label={task.title}>
      <div className={classes.head}>
        <Place task={task} />
        <RequestMenu task={task} onGone={onGone} />
      </div>
      <div className={classes.text}>
        {/* A drawer shows the title itself. */}
        {!narrow && <h1 className={classes.heading}>{task.title}</h1>}
        {task.description !== null && <p className={classes.prose}>{task.description}</p>}
        {task.subtasks.length > 0 && <SubtaskLines subtasks={task.subtasks} />}
        {task.subtasks.length === 0 && task.description === null && (
          <Text c="dimmed">This task has no further details.</Text>
        )}
      </div>
      <aside className={classes.side} aria-label="Properties">
        <TaskFacts task={task} />
        {task.blocked_by.length > 0 && (
          <Section title="Blocked by">
            <TaskLinks tasks={task.blocked_by} />
          </Section>
        )}
      </aside>
      <div className={classes.stream}>
        <TaskStream task={task} />
      </div>
    </article>
  )
}

function Place({ task }: { task: TaskDetailDto }) {
  const acrossAgencies = useUser().role === 'super_admin'
  return (
    <div className={classes.place}>
      <Link to="/projects" search={{ project: task.project_id }} className={classes.project}>
        {task.project.name}
      </Link>
      <span>
        {task.project.unique_id} · <ShortId task={task} />
        {acrossAgencies && ` · ${task.agency_name}`}
      </span>
      <TaskMarks task={task} />
    </div>
  )
}

function DeleteMenu({ task, onGone }: { task: TaskDetailDto; onGone: () => void }) {
  const mayDelete = useCan('task.delete')
  const deletion = useDeleteTask(onGone)
  if (!mayDelete) return null
  return (
    <>
      <ActionMenu label={task.title}>
        <Menu.Item
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => deletion.askToDelete(task)}
        >
          Delete task
        </Menu.Item>
      </ActionMenu>
      {deletion.confirmation}
    </>
  )
}
