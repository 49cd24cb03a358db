import './lib/session/setup.ts'
import './theme/styles.css'
import './theme/fonts.css'
import './theme/base.css'
import { MantineProvider } from '@mantine/core'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { CrashScreen } from './components/states/crash-screen.tsx'
import { Loading } from './components/states/loading.tsx'
import { loadAppFrame } from './features/door/shell/load-app-frame.ts'
import { watchSheets } from './lib/calls/failed-sheets.ts'
import { pageData } from './lib/calls/page-data.ts'
import { styleNonce } from './lib/csp.ts'
import { reloadOnNewVersion } from './lib/live/new-version.ts'
import { isSignedIn, startSession } from './lib/session/session-state.ts'
import { reportUncaught } from './lib/toasts/uncaught.ts'
import { routeTree } from './route-tree.gen.ts'
import { theme } from './theme/theme.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The tab that an alias opens. */
    tab?: string
  }
}

const createAppRouter = () =>
  createRouter({
    routeTree,
    notFoundMode: 'root',
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    // Replaces only the screen; the frame around it stays.
    defaultErrorComponent: CrashScreen,
    scrollRestoration: true,
  })

/** After this long, the client's own loading screen takes over and explains the delay. */
const FIRST_LOOK_MS = 3000

const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

/** On other hosts, browsers discard the session cookie of an HTTPS portal; on localhost they accept it. */
const secureAddress = window.isSecureContext ? null : (/^https:.*/.exec(pageData?.address ?? '')?.[0] ?? null)

/** Split into separate tasks and rendered in slices, so that the page stays responsive. */
async function start(root: HTMLElement): Promise<void> {
  if (secureAddress !== null) {
    const { showInsecureAddress } = await import('./components/states/insecure-address.ts')
    return showInsecureAddress(root, secureAddress)
  }
  await pause()
  const router = createAppRouter()
  await pause()
  reportUncaught()
  startSession()
  reloadOnNewVersion()
  watchSheets()
  const reactRoot = createRoot(root)
  // React shows a Suspense fallback for at least 300 ms; load the first screen's chunks beforehand to avoid
  // it.
  const parts = Promise.all([router.load(), isSignedIn() ? loadAppFrame() : null]).catch(() => {})
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

window.addEventListener('load', () => {
  void import('./lib/loading/after-load.ts').then((module) => module.prepareForLater())
})

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
void start(root)
