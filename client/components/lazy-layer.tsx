import { useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { patient } from '#client/lib/reach.ts'
import { whenUsed } from '#client/lib/when-idle.ts'

interface LayerProps {
  opened?: boolean
  id?: string | null
}

const isOpened = ({ opened, id }: LayerProps): boolean => opened !== false && id !== null

function useInAddress(param: string): boolean {
  const search: Record<string, unknown> = useSearch({ strict: false })
  return search[param] !== undefined
}

/**
 * A dialog or drawer in a chunk of its own, which loads when it first opens, or once the screen is used.
 * `param` is the search parameter that opens it, for those without `opened` or `id`.
 */
export function lazyLayer<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  param?: string,
): Module[Name] {
  const loadPatiently = patient(load)
  const Loaded = lazy(() =>
    loadPatiently().then((module) => ({ default: module[name] as ComponentType<LayerProps> })),
  )
  whenUsed(load)
  const useOpened = param === undefined ? isOpened : () => useInAddress(param)
  function LazyLayer(props: LayerProps) {
    const opened = useOpened(props)
    const [wanted, setWanted] = useState(opened)
    if (opened && !wanted) setWanted(true)
    if (!wanted) return null
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
  return LazyLayer as unknown as Module[Name]
}
