import { Button, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FilterBar, FilterSelect, SearchField } from '#client/components/filter-bar.tsx'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { PROJECT_STATUS_LABELS, PROJECT_STATUSES } from '#shared/projects.ts'
import { ProjectCard } from './project/project-card.tsx'
import { projectSearch } from './project/project-search.ts'
import { useProjectRights } from './project/use-project-rights.ts'

const ProjectDrawer = lazyLayer(() => import('./detail/project-drawer.tsx'), 'ProjectDrawer', 'project')
const EditProjectDialog = lazyLayer(() => import('./form/edit-project-dialog.tsx'), 'EditProjectDialog')
const NewProjectDialog = lazyLayer(() => import('./form/new-project-dialog.tsx'), 'NewProjectDialog')

const STATUS_OPTIONS = PROJECT_STATUSES.map((value) => ({ value, label: PROJECT_STATUS_LABELS[value] }))
const NO_FILTERS = { search: '', status: null, client_id: null, active: false, archived: false }

export function ProjectsPage() {
  const [state, setState] = useSearchState(projectSearch)
  const rights = useProjectRights()
  const { search, status, client_id, active, archived } = state
  const list = trpc.projects.list.useInfiniteQuery({ search, status, client_id, active, archived }, byCursor)
  const openNew = () => setState({ new: true }, 'push')
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
      <FilterBar>
        <SearchField label="Search projects" value={search} onChange={(text) => setState({ search: text })} />
        <FilterSelect
          label="Status"
          all="All Status"
          options={STATUS_OPTIONS}
          value={status}
          onChange={(value) => setState({ status: value })}
        />
        <Switch
          label="Archived"
          checked={archived}
          onChange={(event) => setState({ archived: event.currentTarget.checked })}
        />
        {active && (
          <Button
            variant="default"
            onClick={() => setState({ active: false })}
            aria-label="Active, clear filter"
          >
            Active ✕
          </Button>
        )}
        {client_id !== null && <ClientFilter id={client_id} onClear={() => setState({ client_id: null })} />}
      </FilterBar>
      <DataList
        query={list}
        label="Projects"
        itemKey={(project) => project.id}
        itemHeight={134}
        renderItem={(project) => <ProjectCard project={project} />}
        filtered={search !== '' || status !== null || client_id !== null || active || archived}
        noMatchTitle={archived ? 'No archived projects found' : 'No projects found'}
        onClearFilters={() => setState(NO_FILTERS)}
        empty={<NoProjects onCreate={rights.write ? openNew : null} />}
      />
      <ProjectDrawer />
      {rights.write && state.new && <NewProjectDialog onClose={() => setState({ new: false })} />}
      {rights.write && state.edit !== null && (
        <EditProjectDialog key={state.edit} id={state.edit} onClose={() => setState({ edit: null })} />
      )}
    </Page>
  )
}

/** Set by links from a client's record. */
function ClientFilter({ id, onClear }: { id: string; onClear: () => void }) {
  const projects = trpc.projects.list.useQuery({ client_id: id, limit: 1 })
  const name = projects.data?.items[0]?.client.name ?? 'one client'
  return (
    <Button variant="default" onClick={onClear} aria-label={`Client: ${name}, clear filter`}>
      Client: {name} ✕
    </Button>
  )
}

function NoProjects({ onCreate }: { onCreate: (() => void) | null }) {
  if (onCreate === null) {
    return (
      <EmptyState drawing="folder" title="No projects yet" message="Projects you're part of appear here." />
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
