import { SCREENS as DECLARED } from '#shared/door/screens.ts'
import type { DemoRole } from '../portal/portal.ts'

export const SCREENS: readonly string[] = DECLARED.map(({ address }) => address)

/** Additional URLs of the same screens. */
export const ALIASES: readonly string[] = DECLARED.flatMap(({ aliases = [] }) => aliases)

/** Screens that each role is denied; written out, as the access matrix decides who is. */
export const DENIED: Record<DemoRole, string[]> = {
  admin: [],
  owner: ['/agencies', '/packages'],
  contributor: ['/clients', '/employees', '/accounts', '/admin/agencies', '/agencies', '/packages'],
  client: ['/clients', '/employees', '/accounts', '/admin/agencies', '/agencies', '/packages', '/process'],
}
