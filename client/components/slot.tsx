import type { ComponentType } from 'react'

/**
 * What other domains add to a screen: the components that a glob of their `slots` folders finds, each with the same
 * properties. The screen names none of them, so a domain can be deleted with its folder.
 */
export const slotOf = <Props extends object>(found: Record<string, ComponentType<Props>>) => {
  const parts = Object.entries(found)
  return function Slot(props: Props) {
    return parts.map(([path, Part]) => <Part key={path} {...props} />)
  }
}
