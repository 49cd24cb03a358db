import { createStore } from '#client/lib/store.ts'

/** Stop capturing keys if the palette hasn't opened by then. */
const PATIENCE_MS = 10_000
const FIELD = '[data-palette-field]'

/** The palette's text, including keys pressed since its shortcut. */
export const paletteText = createStore('')

let stop = () => {}
let catching = false
/** Whether Enter was pressed as well. */
let entered = false

/** Whether keys are currently captured for the palette and must not trigger shortcuts. */
export const isCatching = (): boolean => catching

/** Captures keys typed before the palette has focus, which can happen on slow machines. */
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

/** Called when the palette has focus or is closed. Returns whether Enter was captured. */
export function stopCatching(): boolean {
  const waits = catching && entered
  stop()
  return waits
}
