import { useEffect } from 'react'

/** Gives the primary color of the theme an agency's shades while a screen of it is open. */
export function useAccent(accent: string | null): void {
  useEffect(() => {
    if (accent === null) return
    let open = true
    // Apart from the first screen, which weighs as little as it can.
    const loading = import('./apply-accent.ts')
    void loading.then(({ applyAccent }) => open && applyAccent(accent))
    return () => {
      open = false
      void loading.then(({ applyAccent }) => applyAccent(null))
    }
  }, [accent])
}
