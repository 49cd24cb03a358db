import { useSearchState } from '#client/lib/search-state.ts'
import { ImportHistory } from '../imports/import-history.tsx'
import { ImportUpload } from '../imports/import-upload.tsx'
import { ImportView } from '../imports/import-view.tsx'
import { SettingsCard } from './section/settings-card.tsx'
import { settingsSearch } from './section/settings-search.ts'

/** Brings in what an agency has in another product: a file at a time, or one of those brought in before. */
export function ImportSection() {
  const [search, setSearch] = useSearchState(settingsSearch)
  const open = (id: string | null) => setSearch({ import: id }, 'push')
  if (search.import !== null) {
    return (
      <SettingsCard title="Import">
        <ImportView key={search.import} id={search.import} onClose={() => open(null)} />
      </SettingsCard>
    )
  }
  return (
    <>
      <SettingsCard
        title="Import from another product"
        description="Nothing is written until you have seen what will be made, and you can undo it afterwards."
      >
        <ImportUpload onRead={open} />
      </SettingsCard>
      <SettingsCard title="Earlier imports">
        <ImportHistory onOpen={open} />
      </SettingsCard>
    </>
  )
}
