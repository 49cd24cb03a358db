import { Group, Text } from '@mantine/core'
import { Row, RowLink, Rows } from '#client/components/detail-parts.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { formatCardDate } from '#client/lib/dates.ts'
import { PROJECT_STATUS_LABELS, type ProjectDto } from '#shared/projects.ts'

interface ProjectRowsProps {
  projects: ProjectDto[]
  /** Shown when there are none. */
  empty: string
}

/** Projects in another record's drawer, each a link to its own. */
export function ProjectRows({ projects, empty }: ProjectRowsProps) {
  if (projects.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  }
  return (
    <Rows label="Projects">
      {projects.map((project) => (
        <Row key={project.id}>
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <RowLink to="/projects" search={{ project: project.id }}>
              {project.name}
            </RowLink>
            <StatusBadge status={project.status} label={PROJECT_STATUS_LABELS[project.status]} />
          </Group>
          <Text size="sm" c="dimmed">
            {project.progress}% done · due {formatCardDate(project.delivery_date)}
          </Text>
        </Row>
      ))}
    </Rows>
  )
}
