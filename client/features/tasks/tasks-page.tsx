import { z } from 'zod'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FilterBar, FilterSelect, SearchField } from '#client/components/filter-bar.tsx'
import { Page } from '#client/components/page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { TASK_STATUS_LABELS, TASK_STATUSES } from '#shared/tasks.ts'
import { TaskCard } from './task-card.tsx'
import { TaskTiles } from './task-tiles.tsx'

const taskSearch = z.object({
  search: z.string().catch(''),
  status: z.enum(TASK_STATUSES).nullable().catch(null),
  project_id: z.uuid().nullable().catch(null),
})

const NO_FILTERS = { search: '', status: null, project_id: null }
const STATUS_OPTIONS = TASK_STATUSES.map((value) => ({ value, label: TASK_STATUS_LABELS[value] }))
const PROJECT_CHOICES = 100

export function TasksPage() {
  const [filters, setFilters] = useSearchState(taskSearch)
  const list = trpc.tasks.list.useInfiniteQuery(filters, byCursor)
  const projects = trpc.projects.list.useQuery({ limit: PROJECT_CHOICES })
  const projectOptions = (projects.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Page title="Tasks">
      <TaskTiles />
      <FilterBar>
        <SearchField
          label="Search tasks"
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
        <FilterSelect
          label="Project"
          all="All Projects"
          options={projectOptions}
          value={filters.project_id}
          onChange={(project_id) => setFilters({ project_id })}
          searchable
        />
      </FilterBar>
      <DataList
        query={list}
        label="Tasks"
        itemKey={(task) => task.id}
        itemHeight={172}
        renderItem={(task) => <TaskCard task={task} />}
        filtered={filters.search !== '' || filters.status !== null || filters.project_id !== null}
        noMatchTitle="No tasks found"
        onClearFilters={() => setFilters(NO_FILTERS)}
        empty={
          <EmptyState
            drawing="checklist"
            title="No tasks yet"
            message="Tasks of your projects appear here."
          />
        }
      />
    </Page>
  )
}
