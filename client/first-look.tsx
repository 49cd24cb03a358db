import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { NONCE_MARK } from '#shared/door/first-look.ts'
import type { AuthInfoDto } from '#shared/identity/auth.ts'
import { LandingPage } from './features/door/landing/landing-page.tsx'
import { landingSearch } from './features/door/landing/landing-search.ts'
import { AuthPage } from './features/door/shell/auth-page.tsx'
import { authSearch } from './features/identity/auth/auth-search.ts'
import { knowAppInfo } from './lib/app-info.ts'
import { forgetSession } from './lib/session/session-state.ts'
import { theme } from './theme/theme.ts'

const root = createRootRoute({ component: Outlet })
const getParentRoute = () => root
const routeTree = root.addChildren([
  createRoute({ getParentRoute, path: '/', component: LandingPage, validateSearch: landingSearch.validate }),
  createRoute({ getParentRoute, path: '/auth', component: AuthPage, validateSearch: authSearch.validate }),
])

/** The markup of a public page for signed-out visitors; prerendered by the build and served in the page. */
export async function drawFirstLook(page: string, info: AuthInfoDto): Promise<string> {
  knowAppInfo(info)
  forgetSession()
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [page] }) })
  await router.load()
  return renderToString(
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => NONCE_MARK}>
      <RouterProvider router={router} />
    </MantineProvider>,
  )
}
