import './lib/setup.ts'
import './theme/styles.css'
import './theme/fonts.css'
import './theme/base.css'
import { MantineProvider } from '@mantine/core'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { Action } from '#shared/policies.ts'
import { CrashScreen } from './components/crash-screen.tsx'
import { Loading } from './components/loading.tsx'
import { loadAppFrame } from './features/shell/load-app-frame.ts'
import { styleNonce } from './lib/csp.ts'
import { reloadOnNewVersion } from './lib/new-version.ts'
import { isSignedIn, startSession } from './lib/session.ts'
import { routeTree } from './route-tree.gen.ts'
import { theme } from './theme/theme.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The permission required to see the screen. */
    can?: Action
    /** The tab an alias opens. */
    tab?: string
  }
}

const createAppRouter = () =>
  createRouter({
    routeTree,
    notFoundMode: 'root',
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    // In place of the screen alone: the frame around it stays.
    defaultErrorComponent: CrashScreen,
    scrollRestoration: true,
  })

/** Past this, the client's own loading screen says what it waits for. */
const FIRST_LOOK_MS = 3000

const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

/** In tasks of its own and slices, so that the page answers in between. */
async function start(root: HTMLElement): Promise<void> {
  await pause()
  const router = createAppRouter()
  await pause()
  startSession()
  reloadOnNewVersion()
  const reactRoot = createRoot(root)
  // React shows nothing in place of a placeholder for 300 ms: a first screen whose parts are here needs none.
  const parts = Promise.all([router.load(), isSignedIn() ? loadAppFrame() : null]).catch(() => {})
  // Its first use takes long on a phone, and nobody waits for it as long as the parts load.
  void pause().then(() => new Intl.NumberFormat('en-US').format(0))
  await Promise.race([parts, pause(FIRST_LOOK_MS)])
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
          <RouterProvider router={router} />
        </MantineProvider>
      </StrictMode>,
    ),
  )
}

if (import.meta.env.PROD) {
  window.addEventListener('load', () => {
    void import('./lib/service-worker.ts').then((module) => module.registerServiceWorker())
  })
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
void start(root)
