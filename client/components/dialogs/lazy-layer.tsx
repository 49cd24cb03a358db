import { useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { whenUsed } from '#client/lib/loading/when-idle.ts'
import { OpenerContext, useOpener } from './use-top-layer.ts'

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
 * A dialog or drawer in its own chunk, loaded when it first opens or after the first interaction with the
 * page. `param` is the search parameter that opens it, for components without an `opened` or `id` prop.
 */
export function lazyLayer<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  param?: string,
): Module[Name] {
  const Loaded = lazyComponent(load, name) as ComponentType<LayerProps>
  whenUsed(load)
  const useOpened = param === undefined ? isOpened : () => useInAddress(param)
  function LazyLayer(props: LayerProps) {
    const opened = useOpened(props)
    const opener = useOpener(opened)
    const [wanted, setWanted] = useState(opened)
    const [mounted, setMounted] = useState(false)
    if (opened && !wanted) setWanted(true)
    if (!wanted) return null
    // Mount it closed: an overlay that is open on mount doesn't return focus when it closes.
    return (
      <Suspense>
        <OpenerContext value={opener}>
          <Loaded {...props} {...(props.opened && !mounted && { opened: false })} />
        </OpenerContext>
        <Mounted onMount={setMounted} />
      </Suspense>
    )
  }
  return LazyLayer as unknown as Module[Name]
}
