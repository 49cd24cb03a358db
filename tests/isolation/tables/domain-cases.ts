import type { Db } from '#server/base/db/schema.ts'
import type { TenantTable } from '#server/base/db/tenants.ts'
import type { Area } from '#shared/identity/token-scopes.ts'
import type { IsolationWorld } from '../world/world.ts'
import type { Calls, Path } from './case.ts'
import type { Row } from './cells.ts'
import type { Visible } from './visibility-words.ts'

/** What the isolation tests need to know of one domain; found in `domains/`. */
export interface DomainCases {
  /** A valid call of each procedure. */
  calls: Calls
  /** Who may call each of them. */
  access: Partial<Record<Path, Row>>
  /** By router, the areas to which a token must grant access. */
  areas: Record<string, Area[]>
  /** Those that need no session. */
  public?: Path[]
  /** The rows of each tenant table that each kind of person can read. */
  visible?: Partial<Record<TenantTable, Visible>>
  /** Adds rows to each of the tables, for more than one agency and person. */
  addRows?: (db: Db, world: IsolationWorld) => Promise<void>
}

const modules = import.meta.glob<{ cases: DomainCases }>('../domains/*.ts', { eager: true })

export const DOMAIN_CASES: DomainCases[] = Object.values(modules).map(({ cases }) => cases)

const shared = import.meta.glob<Record<string, Calls>>('../cases/*.ts', { eager: true })

/** A valid call of each procedure of the portal. */
export const CALLS: Calls = Object.assign(
  {},
  ...Object.values(shared).flatMap((module) => Object.values(module)),
  ...DOMAIN_CASES.map(({ calls }) => calls),
)
