import { Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCardDate, today } from '#client/lib/dates.ts'
import { useUser, useZone } from '#client/lib/session.ts'
import type { ProjectDto } from '#shared/projects.ts'
import { elapsedPercent } from '../project/timeline.ts'
import classes from './project-page.module.css'

/** What is done, above the time it has: today is marked between start and end. */
export function ProjectProgress({ project }: { project: ProjectDto }) {
  const elapsed = elapsedPercent(project, today(useZone()))
  const under = project.status !== 'completed' && project.archived_at === null
  // Beside a figure given by hand, the count of tasks would only puzzle those who cannot change it.
  const counted = useUser().role !== 'client' || !project.progress_is_manual
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{project.progress}%</Text>
        {counted && (
          <Text size="sm" c="dimmed" component="div">
            {project.progress_is_manual && 'Set by hand · '}
            <Link to="/tasks" search={{ project_id: project.id }}>
              {`${project.done_task_count} of ${project.task_count} tasks done`}
            </Link>
          </Text>
        )}
      </Group>
      <div className={classes.track}>
        <Progress value={project.progress} aria-label={`Progress of ${project.name}`} />
        {under && (
          <span className={classes.now} style={{ insetInlineStart: `${elapsed}%` }}>
            <VisuallyHidden>{elapsed}% of the time has passed</VisuallyHidden>
          </span>
        )}
      </div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {formatCardDate(project.start_date)}
        </Text>
        <Text size="sm" c="dimmed">
          {formatCardDate(project.delivery_date)}
        </Text>
      </Group>
    </Stack>
  )
}
