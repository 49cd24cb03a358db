import { type ComponentType, lazy } from 'react'
import { patient } from '../calls/connection.ts'

/**
 * A component in its own chunk, which survives a lost connection: `lazyComponent(() => import('./a.tsx'),
 * 'A')`.
 */
export function lazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  const loadPatiently = patient(load)
  return lazy(() =>
    loadPatiently().then((module) => ({ default: module[name] as ComponentType<object> })),
  ) as unknown as Module[Name]
}
