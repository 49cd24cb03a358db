import { Button, Group, Select, Text } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { useOptimistic } from '#client/lib/optimistic.ts'
import { type Inputs, trpc } from '#client/lib/trpc.ts'
import { PROJECT_STATUS_LABELS, PROJECT_STATUSES, type ProjectDto, projectStatus } from '#shared/projects.ts'
import { DownloadFiles } from '../../files/download-files.tsx'
import { ProjectMenu } from '../project/project-menu.tsx'
import { useProjectRights } from '../project/use-project-rights.ts'

const STATUS_OPTIONS = PROJECT_STATUSES.map((value) => ({ value, label: PROJECT_STATUS_LABELS[value] }))

/** The project's number, status and actions. */
export function ProjectHead({ project }: { project: ProjectDto }) {
  const { acrossAgencies } = useProjectRights()
  return (
    <Group gap="xs">
      <StatusControl project={project} />
      {project.archived_at !== null && <StatusBadge status="archived" label="Archived" />}
      <Text size="sm" c="dimmed">
        {project.unique_id}
        {acrossAgencies && ` · ${project.agency_name}`}
      </Text>
      <Group gap="xs" ml="auto">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconMessage size={14} aria-hidden />}
          renderRoot={(props) => <Link to="/messages" search={{ project: project.id }} {...props} />}
        >
          Message Team
        </Button>
        <DownloadFiles project={project} />
        <ProjectMenu project={project} />
      </Group>
    </Group>
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
  if (!write) return <StatusBadge status={project.status} label={PROJECT_STATUS_LABELS[project.status]} />
  return (
    <Select
      aria-label="Project status"
      size="xs"
      w={140}
      data={STATUS_OPTIONS}
      value={project.status}
      onChange={(status) => status !== null && setStatus.mutate({ id: project.id, status })}
    />
  )
}
