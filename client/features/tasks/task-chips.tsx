import { type Chip, FilterChips } from '#client/components/filter-chips.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { TASK_STATUS_LABELS } from '#shared/tasks.ts'
import { DUE_LABELS } from './task/due-labels.ts'
import type { TaskFilters } from './task/list-filters.ts'

interface TaskChipsProps {
  filters: TaskFilters
  onChange: (changes: Partial<TaskFilters>) => void
}

/** What the filters let through, where their fields are out of sight. */
export function TaskChips({ filters, onChange }: TaskChipsProps) {
  const { status, open, project_id, assigned_to_id, due } = filters
  const project = trpc.projects.get.useQuery({ id: project_id ?? '' }, { enabled: project_id !== null })
  const people = trpc.people.contributors.useQuery({}, { enabled: assigned_to_id !== null })
  const person = people.data?.find(({ employee_id }) => employee_id === assigned_to_id)
  const chips: (Chip | null)[] = [
    open ? { label: 'Open', onClear: () => onChange({ open: false }) } : null,
    status && {
      label: 'Status',
      value: TASK_STATUS_LABELS[status],
      onClear: () => onChange({ status: null }),
    },
    project_id && {
      label: 'Project',
      value: project.data?.name ?? 'one project',
      onClear: () => onChange({ project_id: null }),
    },
    assigned_to_id && {
      label: 'Assignee',
      value: person?.name ?? 'one person',
      onClear: () => onChange({ assigned_to_id: null }),
    },
    due && { label: 'Due date', value: DUE_LABELS[due], onClear: () => onChange({ due: null }) },
  ].map((chip) => chip || null)
  return <FilterChips chips={chips.filter((chip) => chip !== null)} />
}
