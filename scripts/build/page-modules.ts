import { join } from 'node:path'
import type { Rolldown } from 'vite'
import type { PageModules } from '../../shared/door/page-modules.ts'
import { ADDRESSES, OPEN_ADDRESSES } from '../../shared/door/screens.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Shown around every screen behind sign-in. */
const FRAME = 'client/features/door/shell/app-frame.tsx'

const ROUTE = /^client\/routes(?:\/_app)?(\/.+)\.tsx$/

/** The address of a route's file; folders in parentheses aren't part of it. */
function addressOf(id: string): string | undefined {
  const path = ROUTE.exec(id.slice(ROOT.length + 1))?.[1]?.replace(/\/\([a-z]+\)/, '')
  return path === '/index' ? '/' : path
}

/** The lazy imports of each address's route, or of the `screen.ts` it is based on. */
export function findPageModules(
  context: Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>,
): PageModules {
  const { getModuleInfo } = context
  const routes = new Map([...context.getModuleIds()].map((id) => [addressOf(id), id]))
  const pageOf = (address: string): string[] => {
    const route = getModuleInfo(routes.get(address) ?? address)
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
