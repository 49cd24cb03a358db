import { Group, Text } from '@mantine/core'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { Row, RowLink, Rows } from '#client/components/records/detail-parts.tsx'
import { formatCardDate } from '#client/lib/time/dates.ts'
import { PROJECT_STATUS_LABELS, type ProjectDto } from '#shared/work/projects.ts'

interface ProjectRowsProps {
  projects: ProjectDto[]
  /** Shown when there are none. */
  empty: string
}

/** Projects in another record's drawer, each linked to its own page. */
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
