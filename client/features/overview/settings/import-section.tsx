import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { ImportHistory } from '../imports/import-history.tsx'
import { ImportUpload } from '../imports/import-upload.tsx'
import { ImportView } from '../imports/import-view.tsx'
import { useFocusOnChange } from '../imports/use-focus-on-change.ts'
import classes from './section/settings.module.css'
import { settingsSearch } from './section/settings-search.ts'

/** Imports an agency's data from another product, one file at a time, and lists previous imports. */
export function ImportSection() {
  const [search, setSearch] = useSearchState(settingsSearch)
  const section = useFocusOnChange<HTMLDivElement>(search.import)
  const open = (id: string | null) => setSearch({ import: id }, 'push')
  return (
    <div ref={section} tabIndex={-1} className={classes.section}>
      {search.import === null ? (
        <Imports onOpen={open} />
      ) : (
        <SettingsCard title="Import">
          <ImportView key={search.import} id={search.import} onClose={() => open(null)} />
        </SettingsCard>
      )}
    </div>
  )
}

function Imports({ onOpen }: { onOpen: (id: string) => void }) {
  return (
    <>
      <SettingsCard
        title="Import from another product"
        description="You see what will be created before anything is saved, and you can undo the import afterwards."
      >
        <ImportUpload onRead={onOpen} />
      </SettingsCard>
      <SettingsCard title="Earlier imports">
        <ImportHistory onOpen={onOpen} />
      </SettingsCard>
    </>
  )
}
