import { Stack, Tabs } from '@mantine/core'
import { RecordDrawer } from '#client/components/record-drawer.tsx'
import { titled } from '#client/lib/labels.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { ProjectDto } from '#shared/projects.ts'
import { RecordActivity } from '../../activity/record-activity.tsx'
import { ProjectFiles } from '../../files/project-files.tsx'
import { CLOSED_DRAWER, PROJECT_TABS, type ProjectTab, projectSearch } from '../project/project-search.ts'
import { ProjectHead } from './project-head.tsx'
import { ProjectOverview } from './project-overview.tsx'
import { ProjectTasks } from './project-tasks.tsx'

/** A project's drawer, open while the URL names it. */
export function ProjectDrawer() {
  const [state, setState] = useSearchState(projectSearch)
  const id = state.project
  const project = trpc.projects.get.useQuery({ id: id ?? '' }, { enabled: id !== null })
  return (
    <RecordDrawer
      query={project}
      title={project.data?.name ?? 'Project'}
      opened={id !== null}
      onClose={() => setState(CLOSED_DRAWER)}
    >
      {(found) => <ProjectDetail key={found.id} project={found} />}
    </RecordDrawer>
  )
}

function ProjectDetail({ project }: { project: ProjectDto }) {
  const [state, setState] = useSearchState(projectSearch)
  const tab: ProjectTab = state.tab ?? (state.file === null ? 'overview' : 'files')
  return (
    <Stack gap="md">
      <ProjectHead project={project} />
      <Tabs value={tab} onChange={(value) => setState({ tab: projectSearch.params.tab(value), file: null })}>
        <Tabs.List mb="md">
          {PROJECT_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {titled(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <ProjectOverview project={project} />
        </Tabs.Panel>
        <Tabs.Panel value="tasks">
          <ProjectTasks project={project} />
        </Tabs.Panel>
        <Tabs.Panel value="files">
          <ProjectFiles
            project={project}
            kind={state.files}
            onKindChange={(files) => setState({ files, file: null })}
            highlighted={state.file}
          />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <RecordActivity
            of={{ project_id: project.id }}
            emptyMessage="Changes to this project appear here."
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
