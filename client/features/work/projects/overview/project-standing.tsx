import { Group, Select, Text } from '@mantine/core'
import { getQueryKey } from '@trpc/react-query'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { useOptimistic } from '#client/lib/queries/optimistic.ts'
import { type Inputs, trpc } from '#client/lib/queries/trpc.ts'
import { useUser, useZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { PROJECT_HEALTH_LABELS, projectHealth } from '#shared/work/project-health.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { projectStatus } from '#shared/work/schemas/projects.ts'
import { PROJECT_STATUS_OPTIONS } from '../form/project-form-values.ts'
import classes from '../project/project-page.module.css'
import { ProjectDot, ProjectState } from '../project/project-state.tsx'
import { useProjectRights } from '../project/use-project-rights.ts'

/** The status and, for the team, the project's health. */
export function ProjectStanding({ project }: { project: ProjectDto }) {
  const isClient = useUser().role === 'client'
  return (
    <Group gap="sm">
      <StatusControl project={project} />
      {project.archived_at !== null && <StatusBadge status="archived" label="Archived" />}
      {!isClient && <ProjectHealth project={project} />}
    </Group>
  )
}

/** Health is an assessment for the team; clients see dates and progress. */
function ProjectHealth({ project }: { project: ProjectDto }) {
  const { readTime } = useProjectRights()
  const zone = useZone()
  const time = trpc.timesheets.projectTime.useQuery({ project_id: project.id }, { enabled: readTime })
  const health = projectHealth(project, today(zone), time.data ?? null)
  if (health === null || (readTime && time.isLoading)) return null
  return (
    <Text size="sm" component="div" className={classes.health}>
      <span className={classes.light} data-state={health.state} aria-hidden />
      <strong>{PROJECT_HEALTH_LABELS[health.state]}</strong>
      <span className={classes.reason}>{health.reason}</span>
    </Text>
  )
}

function StatusControl({ project }: { project: ProjectDto }) {
  const { write } = useProjectRights()
  const setStatus = trpc.projects.setStatus.useMutation(
    useOptimistic<ProjectDto, Inputs['projects']['setStatus']>(
      getQueryKey(trpc.projects.get, { id: project.id }, 'query'),
      (data, { status }) => ({ ...data, status: projectStatus.parse(status) }),
      'Failed to change the status',
    ),
  )
  if (!write) return <ProjectState status={project.status} />
  return (
    <Select
      aria-label="Project status"
      size="xs"
      w={148}
      leftSection={<ProjectDot status={project.status} />}
      data={PROJECT_STATUS_OPTIONS}
      value={project.status}
      onChange={(status) => status !== null && setStatus.mutate({ id: project.id, status })}
    />
  )
}
