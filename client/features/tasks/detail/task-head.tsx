import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useUser } from '#client/lib/session.ts'
import type { TaskDto } from '#shared/tasks.ts'
import { PriorityMark, ShortId, StatusMark, TaskMarks } from '../task/task-marks.tsx'

/** The task's project and status. */
export function TaskHead({ task }: { task: TaskDto }) {
  const acrossAgencies = useUser().role === 'super_admin'
  return (
    <div>
      <Group gap="xs" mb={4}>
        <StatusMark task={task} />
        <PriorityMark task={task} />
        <TaskMarks task={task} />
      </Group>
      <Text size="sm" c="dimmed" component="div">
        <ShortId task={task} />
        {' · '}
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <Link to="/projects" search={{ project: task.project_id }} {...props} />}
        >
          {task.project.name}
        </Anchor>
        {` · ${task.project.unique_id}`}
        {acrossAgencies && ` · ${task.agency_name}`}
      </Text>
    </div>
  )
}
