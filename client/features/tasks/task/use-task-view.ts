import { readStored, writeStored } from '#client/lib/kept.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { type TaskView, taskSearch } from './task-search.ts'

const STORED = 'task-view'
const FIRST = 'cards'

/** The view of the address, or else the one this person chose last; cards until then. */
export function useTaskView(): [TaskView, (view: TaskView) => void] {
  const [search, setSearch] = useSearchState(taskSearch)
  const view = search.view ?? taskSearch.params.view(readStored(STORED)) ?? FIRST
  const choose = (chosen: TaskView) => {
    writeStored(STORED, chosen)
    setSearch({ view: chosen })
  }
  return [view, choose]
}
