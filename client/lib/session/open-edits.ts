import { randomId } from '../random-id.ts'

/** Saves an editor's edits; returns whether some couldn't be saved. */
type Save = () => Promise<boolean>

/** One per editor with autosave. */
const openEdits = new Set<Save>()
let stopAnswering: (() => void) | null = null

/** Until the returned function is called, the editor's edits are saved before this tab or another one signs out. */
export function addOpenEdits(save: Save): () => void {
  openEdits.add(save)
  stopAnswering ??= saveForOtherTabs()
  return () => {
    openEdits.delete(save)
    if (openEdits.size > 0) return
    stopAnswering?.()
    stopAnswering = null
  }
}

/** Saves the edits of this tab; returns how many editors have some that couldn't be saved. */
async function saveHere(): Promise<number> {
  let unsaved = 0
  for (const save of openEdits) if (await save()) unsaved += 1
  return unsaved
}

const CHANNEL = 'open-edits'
const TAB = randomId()

/** The time within which other tabs with edits respond; frozen ones don't. */
const RESPONSE_MS = 200
const SAVING_MS = 5000

interface Question {
  from: string
}
interface Answer {
  tab: string
  /** Null while the tab is saving. */
  unsaved: number | null
}

/** Saves the edits of this tab when another one is about to sign out; returns a function that stops it. */
function saveForOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  let stopped = false
  const answer = (unsaved: number | null) => {
    if (!stopped) channel.postMessage({ tab: TAB, unsaved } satisfies Answer)
  }
  channel.onmessage = async ({ data }: MessageEvent<Question | Answer>) => {
    if (!('from' in data) || data.from === TAB) return
    answer(null)
    answer(await saveHere())
  }
  return () => {
    stopped = true
    channel.close()
  }
}

/** As `saveHere`, in the other tabs. One that doesn't finish in time counts as unsaved. */
function saveElsewhere(): Promise<number> {
  const channel = new BroadcastChannel(CHANNEL)
  const tabs = new Map<string, number | null>()
  return new Promise<number>((resolve) => {
    let isLate = false
    const finish = () => {
      clearTimeout(last)
      channel.close()
      resolve([...tabs.values()].reduce<number>((sum, unsaved) => sum + (unsaved ?? 1), 0))
    }
    const look = () => {
      if (isLate && [...tabs.values()].every((unsaved) => unsaved !== null)) finish()
    }
    const last = setTimeout(finish, SAVING_MS)
    setTimeout(() => {
      isLate = true
      look()
    }, RESPONSE_MS)
    channel.onmessage = ({ data }: MessageEvent<Question | Answer>) => {
      if (!('tab' in data)) return
      tabs.set(data.tab, data.unsaved)
      look()
    }
    channel.postMessage({ from: TAB } satisfies Question)
  })
}

/** Saves the edits of all tabs; returns how many editors have some that couldn't be saved. */
export async function saveOpenEdits(): Promise<number> {
  const [here, elsewhere] = await Promise.all([saveHere(), saveElsewhere()])
  return here + elsewhere
}
