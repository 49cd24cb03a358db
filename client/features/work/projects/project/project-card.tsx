import { Group, Progress, Text } from '@mantine/core'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { RecordCard } from '#client/components/records/record-card.tsx'
import { titled } from '#client/lib/labels.ts'
import { PROJECT_STATUS_LABELS, type ProjectDto } from '#shared/work/projects.ts'
import { ProjectMenu } from './project-menu.tsx'
import { TeamAvatars } from './team-avatars.tsx'
import { timelineLabel } from './timeline.ts'
import { useProjectRights } from './use-project-rights.ts'

export function ProjectCard({ project }: { project: ProjectDto }) {
  const { acrossAgencies } = useProjectRights()
  const origin = acrossAgencies ? `${project.agency_name} · ` : ''
  return (
    <RecordCard
      title={project.name}
      subtitle={`${origin}${project.client.name} · ${titled(project.category)}`}
      menu={<ProjectMenu project={project} />}
      opens={{ project: project.id }}
    >
      <Group gap="xs" wrap="nowrap" mt="auto">
        <Progress value={project.progress} flex={1} aria-label={`Progress of ${project.name}`} />
        <Text size="sm" miw="4ch" ta="right">
          {project.progress}%
        </Text>
      </Group>
      <Group justify="space-between" gap="xs" wrap="nowrap" mih={28}>
        <Group gap="xs" wrap="nowrap" miw={0}>
          <StatusBadge status={project.status} label={PROJECT_STATUS_LABELS[project.status]} />
          <Text size="sm" c="dimmed" truncate component="div">
            {timelineLabel(project)}
          </Text>
        </Group>
        <TeamAvatars team={project.team} />
      </Group>
    </RecordCard>
  )
}
