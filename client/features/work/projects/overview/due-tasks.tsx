import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Row, Rows, Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { DueDate } from '../../tasks/task/due-date.tsx'
import { StatusIcon } from '../../tasks/task/task-icons.tsx'
import classes from '../project/project-page.module.css'

const SHOWN = 5

/** The open tasks due next. */
export function DueTasks({ project }: { project: ProjectDto }) {
  const { data } = trpc.tasks.list.useQuery({
    project_id: project.id,
    open: true,
    order: 'due',
    limit: SHOWN,
  })
  if (data === undefined) return null
  const dated = data.items.filter((task) => task.due_date !== null)
  return (
    <Section title="Due next">
      {dated.length === 0 ? (
        <Text c="dimmed">No open task has a due date</Text>
      ) : (
        <Rows label="Due next">
          {dated.map((task) => (
            <Row key={task.id}>
              <div className={classes.due}>
                <StatusIcon status={task.status} />
                <Link to="/tasks" search={{ task: task.id }} className={classes.dueTitle}>
                  {task.title}
                </Link>
                <Text size="sm" c="dimmed" className={classes.who}>
                  {task.assignee?.name ?? 'Unassigned'}
                </Text>
                <DueDate date={task.due_date} done={task.status === 'done'} />
              </div>
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}
