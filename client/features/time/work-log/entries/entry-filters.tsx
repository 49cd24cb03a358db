import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { ExportButton } from '#client/components/lists/export-button.tsx'
import { FilterBar, FilterSelect } from '#client/components/lists/filter-bar.tsx'
import { trpc } from '#client/lib/calls/trpc.ts'
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
  /** The selectable people; empty if the list has only one person's time. */
  people: { user_id: string; name: string }[]
}

export function EntryFilters({ filters, whose, onChange, people }: EntryFiltersProps) {
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
      {people.length > 0 && (
        <FilterSelect
          label="Person"
          all="Everyone"
          options={people.map(({ user_id, name }) => ({ value: user_id, label: name }))}
          value={filters.person}
          onChange={(person) => onChange({ person })}
          searchable
        />
      )}
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
