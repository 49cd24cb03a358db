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
import type { AuthInfoDto } from '#shared/auth.ts'
import { NONCE_MARK } from '#shared/first-look.ts'
import { authSearch } from './features/auth/auth-search.ts'
import { LandingPage } from './features/landing/landing-page.tsx'
import { landingSearch } from './features/landing/landing-search.ts'
import { AuthPage } from './features/shell/auth-page.tsx'
import { knowAppInfo } from './lib/app-info.ts'
import { forgetSession } from './lib/session.ts'
import { theme } from './theme/theme.ts'

const root = createRootRoute({ component: Outlet })
const getParentRoute = () => root
const routeTree = root.addChildren([
  createRoute({ getParentRoute, path: '/', component: LandingPage, validateSearch: landingSearch.validate }),
  createRoute({ getParentRoute, path: '/auth', component: AuthPage, validateSearch: authSearch.validate }),
])

/** The markup of a public page for somebody signed out; the build draws it, the server puts it into the page. */
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
