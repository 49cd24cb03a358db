import { useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
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

function Mounted({ onMount }: { onMount: (mounted: true) => void }) {
  useEffect(() => onMount(true), [onMount])
  return null
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
    const [mounted, setMounted] = useState(false)
    if (opened && !wanted) setWanted(true)
    if (!wanted) return null
    // What is open as it is mounted would not give the focus back.
    const closed = { ...(props.opened && { opened: false }), ...(props.id !== undefined && { id: null }) }
    return (
      <Suspense>
        <Loaded {...props} {...(mounted ? {} : closed)} />
        <Mounted onMount={setMounted} />
      </Suspense>
    )
  }
  return LazyLayer as unknown as Module[Name]
}
