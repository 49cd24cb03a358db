import type { AnyRouter } from '@trpc/server'
import { createCallerFactory, router } from './base/core/calls/procedures.ts'
import type { All, Domain } from './base/core/domain.ts'
import { DOMAINS } from './domains.ts'

type Routers = (typeof DOMAINS)[number]['routers']
type Name = Routers extends infer One ? (One extends unknown ? keyof One : never) : never
type RecordOf<Given> = Given extends { _def: { record: infer Record } } ? Record : never
/** The procedures of all domains under one name. */
type PartsOf<Path extends Name> = Routers extends infer One
  ? One extends Readonly<Record<Path, infer Given>>
    ? RecordOf<Given>
    : never
  : never

/** All procedures by the first part of their path, which domains may share. */
function proceduresOf(domains: readonly Domain[]): { [Path in Name]: All<PartsOf<Path>> } {
  const found: Record<string, AnyRouter['_def']['record']> = {}
  for (const { routers = {} } of domains) {
    for (const [name, procedures] of Object.entries(routers)) {
      found[name] = { ...found[name], ...procedures._def.record }
    }
  }
  return Object.fromEntries(Object.entries(found).sort()) as { [Path in Name]: All<PartsOf<Path>> }
}

export const appRouter = router(proceduresOf(DOMAINS))

export type AppRouter = typeof appRouter
export const createCaller = createCallerFactory(appRouter)
