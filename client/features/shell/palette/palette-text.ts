import { createStore } from '#client/lib/store.ts'

/** How long the palette may take to be there. */
const PATIENCE_MS = 10_000
const FIELD = '[data-palette-field]'

/** What is typed in the palette, and what has been typed since its shortcut. */
export const paletteText = createStore('')

let stop = () => {}
let catching = false
/** Enter was pressed too. */
let entered = false

/** Letters are the palette's just now, and no shortcuts. */
export const isCatching = (): boolean => catching

/** On a slow machine people type before the palette has the focus: what they type waits for it. */
export function catchTyping(): void {
  stop()
  paletteText.write('')
  const listener = (event: KeyboardEvent) => {
    if (document.activeElement?.matches(FIELD)) return stop()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const typed = paletteText.read()
    if (event.key === 'Escape') stop()
    else if (event.key.length === 1) paletteText.write(typed + event.key)
    else if (event.key === 'Backspace') paletteText.write(typed.slice(0, -1))
    else if (event.key === 'Enter') entered = true
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', listener, true)
  catching = true
  entered = false
  const timer = setTimeout(() => stop(), PATIENCE_MS)
  stop = () => {
    clearTimeout(timer)
    catching = false
    window.removeEventListener('keydown', listener, true)
  }
}

/** The palette has the focus, or is gone. Tells whether Enter waits for it. */
export function stopCatching(): boolean {
  const waits = catching && entered
  stop()
  return waits
}
