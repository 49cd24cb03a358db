import { useDocumentTitle } from '@mantine/hooks'
import { type ComponentType, Suspense } from 'react'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { DetailTabs } from '#client/components/records/detail-page.tsx'
import { lazySlotOf } from '#client/components/slot.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { useSeen } from '#client/lib/queries/use-seen.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { links } from '#shared/base/links.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { ProjectOverview } from '../overview/project-overview.tsx'
import { PROJECT_TABS, type ProjectTab, projectSearch } from '../project/project-search.ts'
import { useProjectRights } from '../project/use-project-rights.ts'
import { ProjectHead } from './project-head.tsx'
import type { ProjectSlotProps } from './project-slots.ts'

const ProjectTasks = lazyComponent(() => import('./project-tasks.tsx'), 'ProjectTasks')
const ProjectFiles = lazyComponent(() => import('../../files/project-files.tsx'), 'ProjectFiles')
const Conversation = lazyComponent(() => import('../../messages/thread/conversation.tsx'), 'Conversation')
const ProjectTime = lazySlotOf(
  import.meta.glob<ComponentType<ProjectSlotProps>>('../../../*/*/slots/project-time.tsx', {
    import: 'ProjectTimeSlot',
  }),
)
const ProjectMoney = lazySlotOf(
  import.meta.glob<ComponentType<ProjectSlotProps>>('../../../*/*/slots/project-money.tsx', {
    import: 'ProjectMoneySlot',
  }),
)
const ROW_HEIGHT = 52

/** A project: its status, and its records by kind. */
export function ProjectView({ project }: { project: ProjectDto }) {
  useDocumentTitle(project.name)
  useSeen(links.project(project.id))
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
