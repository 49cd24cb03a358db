import { Button, Group, Stack } from '@mantine/core'
import { IconArrowsDiagonal } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { ProjectOverview } from '../overview/project-overview.tsx'
import { ProjectStanding } from '../overview/project-standing.tsx'
import { projectSearch } from '../project/project-search.ts'

/** A project's preview beside its list. */
export function ProjectPeek() {
  const [{ peek }, setState] = useSearchState(projectSearch)
  const project = trpc.projects.get.useQuery({ id: peek ?? '' }, { enabled: peek !== null })
  return (
    <RecordDrawer
      query={project}
      title={project.data?.name ?? 'Project'}
      opened={peek !== null}
      onClose={() => setState({ peek: null })}
    >
      {(found) => (
        <Stack gap="md">
          <Group justify="space-between" gap="sm">
            <ProjectStanding project={found} />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArrowsDiagonal size={14} aria-hidden />}
              renderRoot={(props) => <Link to="/projects" search={{ project: found.id }} {...props} />}
            >
              Open project
            </Button>
          </Group>
          <ProjectOverview project={found} narrow />
        </Stack>
      )}
    </RecordDrawer>
  )
}
