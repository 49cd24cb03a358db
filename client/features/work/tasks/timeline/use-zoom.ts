import { useSearchState } from '#client/lib/search-state.ts'
import { readStored, writeStored } from '#client/lib/session/local-store.ts'
import { taskSearch, type Zoom } from '../task/task-search.ts'

const STORED = 'timeline-zoom'

/** The zoom from the URL, otherwise the user's last choice, otherwise months. */
export function useZoom() {
  const [search, setSearch] = useSearchState(taskSearch)
  const zoom: Zoom = search.zoom ?? taskSearch.params.zoom(readStored(STORED)) ?? 'month'
  const choose = (chosen: Zoom) => {
    writeStored(STORED, chosen)
    setSearch({ zoom: chosen })
  }
  return [zoom, choose] as const
}
