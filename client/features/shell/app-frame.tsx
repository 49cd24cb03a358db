import '@mantine/core/styles.layer.css'
import { Tooltip } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { AccessDenied } from '#client/components/access-denied.tsx'
import { Loading } from '#client/components/loading.tsx'
import { createQueryClient } from '#client/lib/query-client.ts'
import { trpc, trpcClient } from '#client/lib/trpc.ts'
import { Shell } from './shell.tsx'

const TOOLTIP_DELAY_MS = 700
const TOOLTIP_SKIP_MS = 300

/** The frame of all signed-in screens, with one query cache per user. */
export function AppFrame({ allowed, children }: { allowed: boolean; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Group openDelay={TOOLTIP_DELAY_MS} closeDelay={TOOLTIP_SKIP_MS}>
          <Shell>{allowed ? <Suspense fallback={<Loading />}>{children}</Suspense> : <AccessDenied />}</Shell>
        </Tooltip.Group>
      </QueryClientProvider>
    </trpc.Provider>
  )
}
