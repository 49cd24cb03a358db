import { Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useUser, useZone } from '#client/lib/session/session.ts'
import { formatCardDate, today } from '#client/lib/time/dates.ts'
import { elapsedPercent } from '#shared/work/project-health.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import classes from '../project/project-page.module.css'

/** Progress above the timeline, with today marked between start and end. */
export function ProjectProgress({ project }: { project: ProjectDto }) {
  const elapsed = elapsedPercent(project, today(useZone()))
  const under = project.status !== 'completed' && project.archived_at === null
  // With a manual percentage, the task count would confuse users who can't edit it.
  const counted = useUser().role !== 'client' || !project.progress_is_manual
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{project.progress}%</Text>
        {counted && (
          <Text size="sm" c="dimmed" component="div">
            {project.progress_is_manual && 'Set manually · '}
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
