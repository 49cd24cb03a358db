import '@mantine/core/styles.layer.css'
import { MantineThemeProvider, Tooltip } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { AccessDenied } from '#client/components/states/access-denied.tsx'
import { Loading } from '#client/components/states/loading.tsx'
import { createQueryClient } from '#client/lib/queries/query-client.ts'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { storeFor } from '#client/lib/session/local-store.ts'
import { useUser } from '#client/lib/session/session.ts'
import { foldedChoices } from '#client/theme/folded-choices.ts'
import { formatNumber } from '#shared/base/format.ts'
import { allows } from '#shared/base/policies.ts'
import { screenAt } from '#shared/door/screens.ts'
import { Shell } from './shell.tsx'

const TOOLTIP_DELAY_MS = 700
const TOOLTIP_SKIP_MS = 300

// The first number formatting is slow on phones; run it while the screen's chunks load.
setTimeout(() => formatNumber(0))

/** The frame of all signed-in screens, with one query cache per user. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { user_id, role } = useUser()
  const screen = useMatches({ select: (matches) => screenAt(matches.at(-1)?.fullPath ?? '') })
  const allowed = screen !== undefined && allows(role, screen.can)
  // Must run before any screen reads local storage.
  useState(() => storeFor(user_id))
  const [queryClient] = useState(createQueryClient)
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineThemeProvider theme={foldedChoices}>
          <Tooltip.Group openDelay={TOOLTIP_DELAY_MS} closeDelay={TOOLTIP_SKIP_MS}>
            <Shell>
              {allowed ? <Suspense fallback={<Loading />}>{children}</Suspense> : <AccessDenied />}
            </Shell>
          </Tooltip.Group>
        </MantineThemeProvider>
      </QueryClientProvider>
    </trpc.Provider>
  )
}
