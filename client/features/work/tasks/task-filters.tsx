import { chosenIn, FilterPicker } from '#client/components/fields/records/filter-picker.tsx'
import { useTypedSearch } from '#client/components/fields/records/record-picker.tsx'
import { FilterBar, FilterSelect, SearchField } from '#client/components/lists/filter-bar.tsx'
import { LayoutSwitch } from '#client/components/table/layout-switch.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import type { ContributorDto } from '#shared/people/people.ts'
import type { TaskFilters } from '#shared/work/screens/tasks.ts'
import { ProjectFilter } from './project-filter.tsx'
import { DUE_LABELS } from './task/due-labels.ts'
import { STATUS_OPTIONS } from './task/task-form-values.ts'
import { TASK_VIEWS, type TaskView, taskSearch } from './task/task-search.ts'
import { TaskChips } from './task-chips.tsx'

const DUE_OPTIONS = (Object.keys(DUE_LABELS) as (keyof typeof DUE_LABELS)[]).map((value) => ({
  value,
  label: DUE_LABELS[value],
}))

/** The status filter also offers "everything that isn't done", which dashboards link to. */
const OPEN = 'open'
/** And the requests of clients that no one has taken up. */
const REQUESTED = 'requested'
const STATUS_CHOICES = [
  ...STATUS_OPTIONS,
  { value: OPEN, label: 'Open (not done)' } as const,
  { value: REQUESTED, label: 'New requests' } as const,
]

const GROUPS = [
  { value: 'project', label: 'Project' },
  { value: 'assignee', label: 'Assignee' },
  { value: 'status', label: 'Status' },
  { value: 'priority', label: 'Priority' },
] as const

interface TaskFilterBarProps {
  filters: TaskFilters
  onChange: (changes: Partial<TaskFilters>) => void
  view: TaskView
  onViewChange: (view: TaskView) => void
}

export function TaskFilterBar({ filters, onChange, view, onViewChange }: TaskFilterBarProps) {
  const [{ sort, grouped }, setSearch] = useSearchState(taskSearch)
  const search = (
    <SearchField
      label="Search tasks"
      value={filters.search}
      onChange={(text) => onChange({ search: text })}
    />
  )
  const used = [
    filters.status ?? (filters.open || filters.requested),
    filters.project_id,
    filters.assigned_to_id,
    filters.due,
  ]
  return (
    <FilterBar
      search={search}
      used={used.filter(Boolean).length}
      chips={<TaskChips filters={filters} onChange={onChange} />}
    >
      <Choices filters={filters} onChange={onChange} />
      <LayoutSwitch
        layouts={TASK_VIEWS}
        value={view}
        onChange={onViewChange}
        groups={{
          options: GROUPS,
          value: GROUPS.find(({ value }) => grouped && value === sort)?.value ?? null,
        }}
        onGroup={(column) => setSearch({ sort: column, desc: false, grouped: column !== null })}
      />
    </FilterBar>
  )
}

function Choices({ filters, onChange }: Pick<TaskFilterBarProps, 'filters' | 'onChange'>) {
  const staff = useCan('task.write')
  return (
    <>
      <FilterSelect
        label="Status"
        all="All Status"
        options={STATUS_CHOICES}
        value={filters.requested ? REQUESTED : filters.open ? OPEN : filters.status}
        onChange={(choice) =>
          onChange({
            open: choice === OPEN,
            requested: choice === REQUESTED,
            status: choice === OPEN || choice === REQUESTED ? null : choice,
          })
        }
      />
      <ProjectFilter value={filters.project_id} onChange={(project_id) => onChange({ project_id })} />
      {staff && (
        <AssigneeFilter
          value={filters.assigned_to_id}
          onChange={(assigned_to_id) => onChange({ assigned_to_id })}
        />
      )}
      <FilterSelect
        label="Due"
        all="Any due date"
        options={DUE_OPTIONS}
        value={filters.due}
        onChange={(due) => onChange({ due })}
      />
    </>
  )
}

interface AssigneeFilterProps {
  value: string | null
  onChange: (value: string | null) => void
}

function labelOf({ employee_id, name, deactivated_at }: ContributorDto, ownId: string | null): string {
  if (employee_id === ownId) return `${name} (me)`
  return deactivated_at === null ? name : `${name} (deactivated)`
}

function AssigneeFilter({ value, onChange }: AssigneeFilterProps) {
  const { employee_id } = useUser()
  const { find, onTyped } = useTypedSearch()
  const found = trpc.people.contributors.useQuery(
    { assigned: true, ...find },
    { placeholderData: (old) => old },
  )
  const everyone = trpc.people.contributors.useQuery({ assigned: true })
  const choiceOf = (person: ContributorDto) => ({
    id: person.employee_id,
    name: labelOf(person, employee_id),
  })
  return (
    <FilterPicker
      label="Assignee"
      kind="contributor"
      all="Everyone"
      found={(found.data ?? []).map(choiceOf)}
      chosen={everyone.data && chosenIn(everyone.data.map(choiceOf), value)}
      value={value}
      onTyped={onTyped}
      onChange={onChange}
    />
  )
}
