import { useDocumentTitle } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { Skeletons } from '#client/components/data-list.tsx'
import { DetailTabs } from '#client/components/detail-page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import type { ProjectDto } from '#shared/projects.ts'
import { PROJECT_TABS, type ProjectTab, projectSearch } from '../project/project-search.ts'
import { useProjectRights } from '../project/use-project-rights.ts'
import { ProjectHead } from './project-head.tsx'
import { ProjectOverview } from './project-overview.tsx'

const ProjectTasks = lazy(() =>
  import('./project-tasks.tsx').then((module) => ({ default: module.ProjectTasks })),
)
const ProjectFiles = lazy(() =>
  import('../../files/project-files.tsx').then((module) => ({ default: module.ProjectFiles })),
)
const ProjectTime = lazy(() =>
  import('./project-time.tsx').then((module) => ({ default: module.ProjectTime })),
)
const ProjectMoney = lazy(() =>
  import('./project-money.tsx').then((module) => ({ default: module.ProjectMoney })),
)
const Conversation = lazy(() =>
  import('../../messages/thread/conversation.tsx').then((module) => ({ default: module.Conversation })),
)
const ROW_HEIGHT = 52

/** A project: where it stands, and what belongs to it by kind. */
export function ProjectView({ project }: { project: ProjectDto }) {
  useDocumentTitle(project.name)
  const [state, setState] = useSearchState(projectSearch)
  const { readTime } = useProjectRights()
  const tabs = PROJECT_TABS.filter((name) => name !== 'money' || readTime)
  const asked = state.tab ?? (state.file === null ? 'overview' : 'files')
  const tab: ProjectTab = tabs.includes(asked) ? asked : 'overview'
  return (
    <article aria-label={project.name}>
      <ProjectHead project={project} />
      <DetailTabs
        tabs={tabs}
        value={tab}
        onChange={(value) =>
          setState(
            { tab: projectSearch.params.tab(value), new: false, awaiting: false, file: null },
            'replace',
            'keep',
          )
        }
      >
        <Suspense fallback={<Skeletons layout="rows" height={ROW_HEIGHT} />}>
          <Contents tab={tab} project={project} />
        </Suspense>
      </DetailTabs>
    </article>
  )
}

function Contents({ tab, project }: { tab: ProjectTab; project: ProjectDto }) {
  const [state, setState] = useSearchState(projectSearch)
  switch (tab) {
    case 'overview':
      return <ProjectOverview project={project} />
    case 'tasks':
      return <ProjectTasks project={project} />
    case 'files':
      return (
        <ProjectFiles
          project={project}
          kind={state.files}
          onKindChange={(files) => setState({ files, awaiting: false, file: null }, 'replace', 'keep')}
          awaiting={state.awaiting}
          onAwaitingChange={(awaiting) => setState({ awaiting }, 'replace', 'keep')}
          highlighted={state.file}
        />
      )
    case 'time':
      return <ProjectTime project={project} />
    case 'money':
      return <ProjectMoney project={project} />
    case 'messages':
      return <Conversation projectId={project.id} messageId={null} within />
  }
}
