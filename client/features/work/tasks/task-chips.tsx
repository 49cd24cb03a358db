import { type Chip, FilterChips } from '#client/components/lists/filter-chips.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import type { TaskFilters } from '#shared/work/screens/tasks.ts'
import { TASK_STATUS_LABELS } from '#shared/work/tasks.ts'
import { DUE_LABELS } from './task/due-labels.ts'

interface TaskChipsProps {
  filters: TaskFilters
  onChange: (changes: Partial<TaskFilters>) => void
}

/** The active filters, shown where their fields are hidden. */
export function TaskChips({ filters, onChange }: TaskChipsProps) {
  const { status, open, requested, project_id, assigned_to_id, due } = filters
  const project = trpc.projects.get.useQuery({ id: project_id ?? '' }, { enabled: project_id !== null })
  const people = trpc.people.contributors.useQuery({ assigned: true }, { enabled: assigned_to_id !== null })
  const person = people.data?.find(({ employee_id }) => employee_id === assigned_to_id)
  const chips: (Chip | null)[] = [
    open ? { label: 'Open', onClear: () => onChange({ open: false }) } : null,
    requested ? { label: 'New requests', onClear: () => onChange({ requested: false }) } : null,
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
