import { Checkbox, Menu, Text } from '@mantine/core'
import { IconClockPause, IconFolderShare, IconPencil, IconTrash } from '@tabler/icons-react'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { titled } from '#client/lib/labels.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser, useZone } from '#client/lib/session/session.ts'
import { formatCardDate, today } from '#client/lib/time/dates.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import type { QuickTaskDto } from '#shared/work/quick-tasks.ts'
import { quickTaskSearch } from './quick-task-search.ts'
import classes from './quick-tasks.module.css'
import type { QuickTaskActions } from './use-quick-task-actions.ts'

const ICON = 16

interface QuickTaskRowProps {
  task: QuickTaskDto
  actions: QuickTaskActions
}

export function QuickTaskRow({ task, actions }: QuickTaskRowProps) {
  const [, setSearch] = useSearchState(quickTaskSearch)
  const done = task.completed_at !== null
  return (
    <div className={classes.row}>
      <Checkbox
        className={classes.tick}
        aria-label={`${done ? 'Reopen' : 'Complete'} ${task.title}`}
        checked={done}
        onChange={() => actions.toggle(task)}
      />
      <div className={classes.what}>
        <button
          type="button"
          className={classes.title}
          data-done={done || undefined}
          onClick={() => setSearch({ task: task.id }, 'push')}
        >
          {task.title}
        </button>
        <About task={task} />
      </div>
      {task.priority !== 'medium' && <StatusBadge status={task.priority} label={titled(task.priority)} />}
      <RowMenu task={task} actions={actions} />
    </div>
  )
}

/** The due date and the other person involved. */
function About({ task }: { task: QuickTaskDto }) {
  const ownId = useUser().user_id
  const day = today(useZone())
  const { due_date, assigned_to, created_by } = task
  const parts = [
    due_date === null ? null : `${task.overdue ? 'Overdue' : 'Due'} ${dayLabel(due_date, day)}`,
    assigned_to.user_id === ownId ? null : `for ${assigned_to.name}`,
    created_by.user_id === ownId ? null : `from ${created_by.name}`,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <Text size="sm" c={task.overdue ? 'var(--mantine-color-error)' : 'dimmed'}>
      {parts.join(' · ')}
    </Text>
  )
}

/** "today", "tomorrow", or the date. */
export function dayLabel(date: string, today: string): string {
  if (date === today) return 'today'
  return date === shiftDate(today, 1) ? 'tomorrow' : formatCardDate(date)
}

function RowMenu({ task, actions }: QuickTaskRowProps) {
  const [, setSearch] = useSearchState(quickTaskSearch)
  const mayConvert = useCan('task.write')
  const ownId = useUser().user_id
  const open = task.completed_at === null
  return (
    <ActionMenu label={task.title}>
      <Menu.Item
        leftSection={<IconPencil size={ICON} aria-hidden />}
        onClick={() => setSearch({ task: task.id }, 'push')}
      >
        Edit
      </Menu.Item>
      {open &&
        actions.snoozes.map(({ label, until }) => (
          <Menu.Item
            key={label}
            leftSection={<IconClockPause size={ICON} aria-hidden />}
            onClick={() => actions.snooze(task, until)}
          >
            {label}
          </Menu.Item>
        ))}
      {open && mayConvert && (
        <Menu.Item
          leftSection={<IconFolderShare size={ICON} aria-hidden />}
          onClick={() => setSearch({ convert: task.id }, 'push')}
        >
          Move to project
        </Menu.Item>
      )}
      {task.created_by.user_id === ownId && (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={ICON} aria-hidden />}
          onClick={() => actions.remove(task)}
        >
          Delete
        </Menu.Item>
      )}
    </ActionMenu>
  )
}
