import { z } from 'zod'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FilterBar, FilterSelect, SearchField } from '#client/components/filter-bar.tsx'
import { Page } from '#client/components/page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { PROJECT_STATUS_LABELS, PROJECT_STATUSES } from '#shared/projects.ts'
import { ProjectCard } from './project-card.tsx'

const projectSearch = z.object({
  search: z.string().catch(''),
  status: z.enum(PROJECT_STATUSES).nullable().catch(null),
})

const STATUS_OPTIONS = PROJECT_STATUSES.map((value) => ({ value, label: PROJECT_STATUS_LABELS[value] }))

export function ProjectsPage() {
  const [filters, setFilters] = useSearchState(projectSearch)
  const list = trpc.projects.list.useInfiniteQuery(filters, byCursor)
  return (
    <Page title="Projects">
      <FilterBar>
        <SearchField
          label="Search projects"
          value={filters.search}
          onChange={(search) => setFilters({ search })}
        />
        <FilterSelect
          label="Status"
          all="All Status"
          options={STATUS_OPTIONS}
          value={filters.status}
          onChange={(status) => setFilters({ status })}
        />
      </FilterBar>
      <DataList
        query={list}
        label="Projects"
        itemKey={(project) => project.id}
        itemHeight={188}
        renderItem={(project) => <ProjectCard project={project} />}
        filtered={filters.search !== '' || filters.status !== null}
        noMatchTitle="No projects found"
        onClearFilters={() => setFilters({ search: '', status: null })}
        empty={
          <EmptyState
            drawing="folder"
            title="No projects yet"
            message="Projects you take part in appear here."
          />
        }
      />
    </Page>
  )
}
