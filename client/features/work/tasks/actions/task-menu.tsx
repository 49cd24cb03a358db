import { Menu } from '@mantine/core'
import { IconCheck, IconPlayerPlay } from '@tabler/icons-react'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { useCan } from '#client/lib/session/session.ts'
import type { TaskDto, TaskStatus } from '#shared/work/tasks.ts'

interface TaskMenuProps {
  task: Pick<TaskDto, 'title' | 'status'>
  onStatus: (status: TaskStatus) => void
}

/** Renders nothing for clients, who have read-only access. */
export function TaskMenu({ task, onStatus }: TaskMenuProps) {
  if (!useCan('task.write')) return null
  return (
    <ActionMenu label={task.title}>
      <Menu.Item
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        disabled={task.status === 'in_progress'}
        onClick={() => onStatus('in_progress')}
      >
        Start Task
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCheck size={16} aria-hidden />}
        disabled={task.status === 'done'}
        onClick={() => onStatus('done')}
      >
        Mark Complete
      </Menu.Item>
    </ActionMenu>
  )
}
