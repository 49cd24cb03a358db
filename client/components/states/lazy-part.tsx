import { useIntersection } from '@mantine/hooks'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { patient } from '#client/lib/calls/connection.ts'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { whenUsed } from '#client/lib/loading/when-idle.ts'
import { PartBoundary } from './part-boundary.tsx'

/**
 * A below-the-fold part of a screen in its own chunk, loaded when it scrolls into view or after the first
 * interaction. Until then a placeholder of `height` pixels reserves the space.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  height: number,
): Module[Name] {
  const loadPatiently = patient(load)
  const Loaded = lazyComponent(load, name) as ComponentType<object>
  function LazyPart(props: object) {
    const [wanted, setWanted] = useState(false)
    const { ref, entry } = useIntersection<HTMLDivElement>()
    const seen = entry?.isIntersecting ?? false
    useEffect(() => {
      if (seen) setWanted(true)
    }, [seen])
    useEffect(() => whenUsed(() => loadPatiently().then(() => setWanted(true))), [])
    const placeholder = <div ref={ref} style={{ minHeight: height }} />
    if (!wanted) return placeholder
    return (
      <PartBoundary>
        <Suspense fallback={placeholder}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
  return LazyPart as unknown as Module[Name]
}
