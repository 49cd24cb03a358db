import {
  RecordPicker,
  type RecordPickerProps,
  useTypedSearch,
} from '#client/components/fields/records/record-picker.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'

interface ContributorFieldProps extends RecordPickerProps {
  label: string
  /** The agency's contributors; platform administrators must choose a project first. */
  projectId: string | null
}

/** A task assignee. */
export function ContributorField({ projectId, ...props }: ContributorFieldProps) {
  const isAgencyKnown = useUser().agency_id !== null || projectId !== null
  const { search, onTyped } = useTypedSearch()
  const { data = [] } = trpc.people.contributors.useQuery(
    { project_id: projectId, search },
    { enabled: isAgencyKnown, placeholderData: (old) => old },
  )
  return (
    <RecordPicker
      kind="contributor"
      placeholder={isAgencyKnown ? 'Unassigned' : 'Select a project first'}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear assignee' }}
      disabled={!isAgencyKnown}
      {...props}
      found={data.map(({ employee_id, name }) => ({ id: employee_id, name }))}
      onTyped={onTyped}
    />
  )
}
