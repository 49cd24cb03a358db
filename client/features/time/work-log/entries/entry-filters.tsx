import { chosenIn, FilterPicker } from '#client/components/fields/records/filter-picker.tsx'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { useTypedSearch } from '#client/components/fields/records/record-picker.tsx'
import { ExportButton } from '#client/components/lists/export-button.tsx'
import { FilterBar, FilterSelect } from '#client/components/lists/filter-bar.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { type EntryFilterValues, entryListInput, type Whose } from '#shared/time/screens/work-log.ts'
import { EntryPeriodFilter } from './entry-period.tsx'

const BILLABLE_OPTIONS = [
  { value: 'yes', label: 'Billable' },
  { value: 'no', label: 'Not billable' },
] as const

interface EntryFiltersProps {
  filters: EntryFilterValues
  whose: Whose
  onChange: (changes: Partial<EntryFilterValues>) => void
  /** Whether people can be selected: not if the list has only one person's time. */
  byPerson: boolean
}

export function EntryFilters({ filters, whose, onChange, byPerson }: EntryFiltersProps) {
  const utils = trpc.useUtils()
  const zone = useZone()
  return (
    <FilterBar
      search={<EntryPeriodFilter value={filters} onChange={onChange} />}
      used={[filters.project, filters.person, filters.billable].filter((value) => value !== null).length}
    >
      <ProjectField
        aria-label="Project"
        placeholder="All Projects"
        value={filters.project}
        onChange={(project) => onChange({ project })}
      />
      {byPerson && <PersonFilter value={filters.person} onChange={(person) => onChange({ person })} />}
      <FilterSelect
        label="Billable"
        all="All entries"
        options={BILLABLE_OPTIONS}
        value={filters.billable}
        onChange={(billable) => onChange({ billable })}
      />
      <ExportButton
        load={() => utils.workLog.exportCsv.fetch(entryListInput(filters, whose, zone), { staleTime: 0 })}
        failed="Failed to export the entries"
      />
    </FilterBar>
  )
}

interface PersonFilterProps {
  value: string | null
  onChange: (value: string | null) => void
}

function PersonFilter({ value, onChange }: PersonFilterProps) {
  const { find, onTyped } = useTypedSearch()
  const found = trpc.people.list.useQuery(find, { placeholderData: (old) => old })
  const everyone = trpc.people.list.useQuery({})
  const choiceOf = ({ user_id, name }: { user_id: string; name: string }) => ({ id: user_id, name })
  return (
    <FilterPicker
      label="Person"
      kind="person"
      all="Everyone"
      found={(found.data ?? []).map(choiceOf)}
      chosen={everyone.data && chosenIn(everyone.data.map(choiceOf), value)}
      value={value}
      onTyped={onTyped}
      onChange={onChange}
    />
  )
}
