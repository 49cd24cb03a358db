import { join } from 'node:path'
import type { Rolldown } from 'vite'
import type { PageModules } from '../../shared/door/page-modules.ts'
import { ADDRESSES, OPEN_ADDRESSES } from '../../shared/door/screens.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Shown around every screen behind sign-in. */
const FRAME = 'client/features/door/shell/app-frame.tsx'

const routeOf = (address: string): string =>
  OPEN_ADDRESSES.includes(address)
    ? `client/routes${address === '/' ? '/index' : address}.tsx`
    : `client/routes/_app${address}.tsx`

/** What the route of each address, or the `screen.ts` it is made of, imports lazily. */
export function findPageModules({
  getModuleInfo,
}: Pick<Rolldown.PluginContext, 'getModuleInfo'>): PageModules {
  const pageOf = (address: string): string[] => {
    const route = getModuleInfo(join(ROOT, routeOf(address)))
    if (route === null) throw new Error(`${address} is declared as an address but has no route.`)
    const own = route.importedIds.filter((id) => !id.includes('/node_modules/'))
    return [
      ...route.dynamicallyImportedIds,
      ...own.flatMap((id) => getModuleInfo(id)?.dynamicallyImportedIds ?? []),
    ]
  }
  return Object.fromEntries(
    ADDRESSES.map((address) => [
      address,
      [
        ...(OPEN_ADDRESSES.includes(address) ? [] : [FRAME]),
        ...pageOf(address).map((id) => id.slice(ROOT.length + 1)),
      ],
    ]),
  )
}
