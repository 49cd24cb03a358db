import { useEffect } from 'react'

/** Applies an agency's accent as the theme's primary color while one of its screens is open. */
export function useAccent(accent: string | null): void {
  useEffect(() => {
    if (accent === null) return
    let open = true
    // In a separate chunk, to keep the first screen small.
    const loading = import('./apply-accent.ts')
    void loading.then(({ applyAccent }) => open && applyAccent(accent))
    return () => {
      open = false
      void loading.then(({ applyAccent }) => applyAccent(null))
    }
  }, [accent])
}
