import { Group, Progress, Text } from '@mantine/core'
import { CardFact, RecordCard } from '#client/components/record-card.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { formatCardDate } from '#client/lib/dates.ts'
import { useUser } from '#client/lib/session.ts'
import { titled } from '#client/lib/words.ts'
import { PROJECT_STATUS_LABELS, type ProjectDto } from '#shared/projects.ts'

export function ProjectCard({ project }: { project: ProjectDto }) {
  const acrossAgencies = useUser().agency_id === null
  return (
    <RecordCard title={project.name} subtitle={`${project.client.name} · ${titled(project.category)}`}>
      <Group justify="space-between" gap="xs">
        <StatusBadge status={project.status} label={PROJECT_STATUS_LABELS[project.status]} />
        <Text size="sm" c="dimmed">
          {formatCardDate(project.start_date)} – {formatCardDate(project.delivery_date)}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Progress value={project.progress} flex={1} aria-label={`Progress of ${project.name}`} />
        <Text size="sm">{project.progress}%</Text>
      </Group>
      <div>
        {acrossAgencies && <CardFact label="Agency">{project.agency_name}</CardFact>}
        <CardFact label="Team">
          {project.team.map((member) => member.name).join(', ') || 'Nobody yet'}
        </CardFact>
      </div>
    </RecordCard>
  )
}
