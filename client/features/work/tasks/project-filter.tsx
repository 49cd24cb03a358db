import { RecordPicker, useTypedSearch } from '#client/components/fields/records/record-picker.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { projectChoices } from '#shared/work/screens/projects.ts'
import classes from './tasks-page.module.css'

const ALL = { id: 'all', name: 'All Projects' }

interface ProjectFilterProps {
  value: string | null
  onChange: (value: string | null) => void
}

/** A searchable filter for one or all projects. */
export function ProjectFilter({ value, onChange }: ProjectFilterProps) {
  const { search, onTyped } = useTypedSearch()
  const { data } = trpc.projects.list.useQuery(projectChoices(search), { placeholderData: (old) => old })
  const chosen = trpc.projects.get.useQuery({ id: value ?? '' }, { enabled: value !== null })
  return (
    <RecordPicker
      className={classes.filter}
      aria-label="Project"
      kind="project"
      found={[ALL, ...(data?.items ?? [])]}
      chosen={chosen.data}
      value={value ?? ALL.id}
      onTyped={onTyped}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(id) => onChange(id === ALL.id ? null : id)}
    />
  )
}
