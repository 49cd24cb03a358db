import type { ComponentType } from 'react'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'

/**
 * What other domains add to a screen: the components that a glob finds in their `slots` folders, all with the same
 * props. The screen names none of them, so a domain can be deleted with its folder.
 */
export const slotOf = <Props extends object>(found: Record<string, ComponentType<Props>>) => {
  const parts = Object.entries(found)
  return function Slot(props: Props) {
    return parts.map(([path, Part]) => <Part key={path} {...props} />)
  }
}

/** The same in separate chunks, which load once the slot is shown. */
export const lazySlotOf = <Props extends object>(
  found: Record<string, () => Promise<ComponentType<Props>>>,
) => {
  const parts = Object.entries(found).map(([path, load]) => [
    path,
    lazyComponent(async () => ({ Part: await load() }), 'Part'),
  ])
  return slotOf<Props>(Object.fromEntries(parts))
}
