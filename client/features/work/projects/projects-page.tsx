import { Button, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { DataList, Skeletons } from '#client/components/lists/data-list.tsx'
import { FilterBar, FilterSelect, SearchField } from '#client/components/lists/filter-bar.tsx'
import { FilterChips } from '#client/components/lists/filter-chips.tsx'
import { Page } from '#client/components/page.tsx'
import { DetailPageSkeleton } from '#client/components/records/detail-skeleton.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { ROW } from '#client/components/table/density.ts'
import { LayoutSwitch } from '#client/components/table/layout-switch.tsx'
import { LIST_LAYOUTS, type ListLayout, useLayout } from '#client/components/table/use-layout.ts'
import { usePhone } from '#client/lib/breakpoints.ts'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { NO_PROJECT_FILTERS } from '#shared/work/screens/projects.ts'
import { ViewTabs } from '../../../components/lists/views/view-tabs.tsx'
import { PROJECT_STATUS_OPTIONS } from './form/project-form-values.ts'
import { ProjectCard } from './project/project-card.tsx'
import { projectSearch } from './project/project-search.ts'
import { useProjectRights } from './project/use-project-rights.ts'

const EditProjectDialog = lazyLayer(() => import('./form/edit-project-dialog.tsx'), 'EditProjectDialog')
const NewProjectDialog = lazyLayer(() => import('./form/new-project-dialog.tsx'), 'NewProjectDialog')

const GROUPS = [
  { value: 'client', label: 'Client' },
  { value: 'status', label: 'State' },
] as const
const VIEW_KEYS = [
  'search',
  'status',
  'client_id',
  'active',
  'archived',
  'view',
  'sort',
  'desc',
  'grouped',
] as const

const ProjectTable = lazyComponent(() => import('./list/project-table.tsx'), 'ProjectTable')

const ProjectPage = lazyComponent(() => import('./detail/project-page.tsx'), 'ProjectPage')
const ProjectPeek = lazyLayer(() => import('./detail/project-peek.tsx'), 'ProjectPeek', 'peek')

/** The list of projects, or the project named in the URL. */
export function ProjectsPage() {
  const [{ project }] = useSearchState(projectSearch)
  if (project === null) return <ProjectList />
  return (
    <Suspense fallback={<DetailPageSkeleton kind="Project" />}>
      <ProjectPage key={project} id={project} />
    </Suspense>
  )
}

function ProjectList() {
  const [state, setState] = useSearchState(projectSearch)
  const rights = useProjectRights()
  const { search, status, client_id, active, archived } = state
  const [layout, setLayout] = useLayout<ListLayout, typeof projectSearch.defaults>(
    projectSearch,
    'projects-view',
  )
  const phone = usePhone()
  const table = layout === 'list' && !phone
  const order = table && state.sort !== null ? { order: state.sort, descending: state.desc } : {}
  const list = trpc.projects.list.useInfiniteQuery(
    { search, status, client_id, active, archived, ...order },
    { ...byCursor, placeholderData: (old) => old },
  )
  const openNew = () => setState({ new: true }, 'push')
  const shown = {
    query: list,
    filtered: search !== '' || status !== null || client_id !== null || active || archived,
    noMatchTitle: archived ? 'No archived projects found' : 'No projects found',
    onClearFilters: () => setState(NO_PROJECT_FILTERS),
    empty: <NoProjects onCreate={rights.write ? openNew : null} />,
  }
  return (
    <Page
      title="Projects"
      actions={
        rights.write && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
            New Project
          </Button>
        )
      }
    >
      <ViewTabs list="projects" all="All projects" screen={projectSearch} keys={VIEW_KEYS} />
      <FilterBar
        search={
          <SearchField
            label="Search projects"
            value={search}
            onChange={(text) => setState({ search: text })}
          />
        }
        used={Number(status !== null) + Number(archived)}
      >
        <FilterSelect
          label="Status"
          all="All Status"
          options={PROJECT_STATUS_OPTIONS}
          value={status}
          onChange={(value) => setState({ status: value })}
        />
        <Switch
          label="Archived"
          checked={archived}
          onChange={(event) => setState({ archived: event.currentTarget.checked })}
        />
        {!phone && (
          <LayoutSwitch
            layouts={LIST_LAYOUTS}
            value={layout}
            onChange={setLayout}
            groups={{
              options: GROUPS,
              value: GROUPS.find(({ value }) => state.grouped && value === state.sort)?.value ?? null,
            }}
            onGroup={(column) => setState({ sort: column, desc: false, grouped: column !== null })}
          />
        )}
      </FilterBar>
      <ProjectChips />
      {table ? (
        <Suspense fallback={<Skeletons layout="rows" height={ROW} />}>
          <ProjectTable {...shown} />
        </Suspense>
      ) : (
        <DataList
          {...shown}
          label="Projects"
          itemKey={(project) => project.id}
          itemHeight={134}
          renderItem={(project) => <ProjectCard project={project} />}
        />
      )}
      <ProjectPeek />
      {rights.write && state.new && <NewProjectDialog onClose={() => setState({ new: false })} />}
      {rights.write && state.edit !== null && (
        <EditProjectDialog key={state.edit} id={state.edit} onClose={() => setState({ edit: null })} />
      )}
    </Page>
  )
}

/** Filters without a field in the bar, which links from other screens can set. */
function ProjectChips() {
  const [{ active, archived, client_id }, setState] = useSearchState(projectSearch)
  const { data } = trpc.projects.list.useQuery(
    { client_id, archived, limit: 1 },
    { enabled: client_id !== null },
  )
  const client = data?.items[0]?.client.name ?? 'one client'
  const chips = [
    active && { label: 'Active', onClear: () => setState({ active: false }) },
    archived && { label: 'Archived', onClear: () => setState({ archived: false }) },
    client_id !== null && {
      label: 'Client',
      value: client,
      onClear: () => setState({ client_id: null }),
    },
  ]
  return <FilterChips chips={chips.filter((chip) => chip !== false)} />
}

function NoProjects({ onCreate }: { onCreate: (() => void) | null }) {
  if (onCreate === null) {
    return (
      <EmptyState drawing="folder" title="No projects yet" message="Projects you’re part of appear here." />
    )
  }
  return (
    <EmptyState
      drawing="folder"
      title="No projects yet"
      message="Projects keep the tasks, files, messages and hours for a client together."
      action={<Button onClick={onCreate}>Create First Project</Button>}
    />
  )
}
