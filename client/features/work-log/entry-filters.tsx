import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { FilterBar, FilterSelect } from '#client/components/filter-bar.tsx'
import { ProjectField } from '#client/components/project-field.tsx'
import { downloadText } from '#client/lib/download.ts'
import { useZone } from '#client/lib/session.ts'
import { errorToast } from '#client/lib/toast.ts'
import { type Inputs, trpc } from '#client/lib/trpc.ts'
import { EntryPeriodFilter } from './entry-period.tsx'

const BILLABLE_OPTIONS = [
  { value: 'yes', label: 'Billable' },
  { value: 'no', label: 'Not billable' },
] as const

export interface EntryFilterValues {
  from: string | null
  to: string | null
  project: string | null
  person: string | null
  billable: 'yes' | 'no' | null
}

export const NO_ENTRY_FILTERS: EntryFilterValues = {
  from: null,
  to: null,
  project: null,
  person: null,
  billable: null,
}

/** Converts the URL state to the server's filters. */
export function toListInput(
  filters: EntryFilterValues,
  whose: 'own' | 'agency',
  timezone: string,
): Inputs['workLog']['exportCsv'] {
  return {
    whose,
    timezone,
    from: filters.from,
    to: filters.to,
    project_id: filters.project,
    user_id: whose === 'agency' ? filters.person : null,
    billable: filters.billable === null ? null : filters.billable === 'yes',
  }
}

interface EntryFiltersProps {
  filters: EntryFilterValues
  whose: 'own' | 'agency'
  onChange: (changes: Partial<EntryFilterValues>) => void
  /** The selectable people; empty if the list has only one person's time. */
  people: { user_id: string; name: string }[]
}

export function EntryFilters({ filters, whose, onChange, people }: EntryFiltersProps) {
  return (
    <FilterBar>
      <EntryPeriodFilter value={filters} onChange={onChange} />
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
      <ExportButton filters={filters} whose={whose} />
    </FilterBar>
  )
}

function ExportButton({ filters, whose }: Pick<EntryFiltersProps, 'filters' | 'whose'>) {
  const utils = trpc.useUtils()
  const zone = useZone()
  const download = async () => {
    try {
      const file = await utils.workLog.exportCsv.fetch(toListInput(filters, whose, zone), { staleTime: 0 })
      downloadText(file.filename, file.csv)
    } catch (error) {
      errorToast('Failed to export the entries')(error)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download()}
    >
      Export CSV
    </Button>
  )
}
