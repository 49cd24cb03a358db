import type { Calls, DomainCases } from '../notation/case.ts'

const modules = import.meta.glob<{ cases: DomainCases }>('../domains/*.ts', { eager: true })

export const DOMAIN_CASES: DomainCases[] = Object.values(modules).map(({ cases }) => cases)

const shared = import.meta.glob<Record<string, Calls>>('../cases/*.ts', { eager: true })

/** A valid call of each procedure of the portal. */
export const CALLS: Calls = Object.assign(
  {},
  ...Object.values(shared).flatMap((module) => Object.values(module)),
  ...DOMAIN_CASES.map(({ calls }) => calls),
)
