import { useIntersection } from '@mantine/hooks'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { patient } from '#client/lib/reach.ts'
import { whenUsed } from '#client/lib/when-idle.ts'

/**
 * A part of a screen below its first look, in a chunk of its own: loads as it comes into view, or once the
 * screen is used. Until then `height` pixels are kept for it.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  height: number,
): Module[Name] {
  const loadPatiently = patient(load)
  const Loaded = lazy(() =>
    loadPatiently().then((module) => ({ default: module[name] as ComponentType<object> })),
  )
  function LazyPart(props: object) {
    const [wanted, setWanted] = useState(false)
    const { ref, entry } = useIntersection<HTMLDivElement>()
    const seen = entry?.isIntersecting ?? false
    useEffect(() => {
      if (seen) setWanted(true)
    }, [seen])
    useEffect(() => whenUsed(() => loadPatiently().then(() => setWanted(true))), [])
    const room = <div ref={ref} style={{ minHeight: height }} />
    if (!wanted) return room
    return (
      <Suspense fallback={room}>
        <Loaded {...props} />
      </Suspense>
    )
  }
  return LazyPart as unknown as Module[Name]
}
