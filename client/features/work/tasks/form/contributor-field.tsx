import { Select, type SelectProps } from '@mantine/core'
import { trpc } from '#client/lib/calls/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'

interface ContributorFieldProps extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  label: string
  /** The agency's contributors; platform administrators must choose a project first. */
  projectId: string | null
  value?: string | null
  onChange?: (value: string | null) => void
  /** Shown by name even if the contributor has left. */
  chosen?: { id: string; name: string } | null
}

/** A task assignee. */
export function ContributorField({ projectId, value, chosen, ...props }: ContributorFieldProps) {
  const isAgencyKnown = useUser().agency_id !== null || projectId !== null
  const { data = [] } = trpc.people.contributors.useQuery(
    { project_id: projectId },
    { enabled: isAgencyKnown },
  )
  const options = data.map((person) => ({ value: person.employee_id, label: person.name }))
  const left = chosen != null && chosen.id === value && !options.some((option) => option.value === value)
  return (
    <Select
      placeholder={isAgencyKnown ? 'Unassigned' : 'Select a project first'}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear assignee' }}
      nothingFoundMessage="No contributors found"
      disabled={!isAgencyKnown}
      {...props}
      data={left ? [{ value: chosen.id, label: chosen.name }, ...options] : options}
      value={value ?? null}
    />
  )
}
