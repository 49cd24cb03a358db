import { Button, Group, Progress, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { RecordCard } from '#client/components/records/record-card.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { PROJECT_STATUS_LABELS, type ProjectDto } from '#shared/work/projects.ts'
import { DownloadFiles } from '../../../work/files/download-files.tsx'
import { projectSearch } from '../../../work/projects/project/project-search.ts'
import { timelineLabel } from '../../../work/projects/project/timeline.ts'

/** A project as its client sees it. */
export function ClientProject({ project }: { project: ProjectDto }) {
  const [, setSearch] = useSearchState(projectSearch)
  const team = project.team.map((member) => member.name).join(', ')
  return (
    <RecordCard
      title={project.name}
      subtitle={timelineLabel(project)}
      menu={<StatusBadge status={project.status} label={PROJECT_STATUS_LABELS[project.status]} />}
    >
      <Group gap="xs" wrap="nowrap">
        <Progress value={project.progress} flex={1} aria-label={`Progress of ${project.name}`} />
        <Text size="sm">{project.progress}%</Text>
      </Group>
      <Text size="sm" c="dimmed" lineClamp={2}>
        {team === '' ? 'No team yet' : `Team: ${team}`}
      </Text>
      <Group gap="xs" mt="auto">
        <Button size="xs" variant="default" onClick={() => setSearch({ peek: project.id }, 'push')}>
          View Details
        </Button>
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to="/messages" search={{ project: project.id }} {...props} />}
        >
          Message Team
        </Button>
        <DownloadFiles project={project} />
      </Group>
    </RecordCard>
  )
}
