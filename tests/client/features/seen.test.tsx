import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { initTRPC } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { RPC_PATH } from '#client/lib/calls/api.ts'
import { trpc, trpcClient } from '#client/lib/calls/trpc.ts'
import { useSeen } from '#client/lib/calls/use-seen.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'

/** A portal with this many unread notifications, of which each opened record has one. */
function setUp(unread: number) {
  const opened: string[] = []
  const t = initTRPC.create()
  const router = t.router({
    notifications: t.router({
      unreadCount: t.procedure.query(() => unread - opened.length),
      markLinkRead: t.procedure
        .input((input) => input as { link: string })
        .mutation(({ input }) => void opened.push(input.link)),
    }),
  })
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    const req = new Request(new URL(address, 'http://localhost'), { ...request, signal: null })
    return fetchRequestHandler({ req, router, endpoint: RPC_PATH })
  })
  const queryClient = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
  const open = (link: string | null) => renderHook(() => useSeen(link), { wrapper })
  const count = () => queryClient.getQueriesData({}).map(([, data]) => data)
  return { opened, open, count }
}

const signIn = (viewing_as: boolean) =>
  currentSession.write({ status: 'signed-in', user: { user_id: 'nora', viewing_as } } as Session)

test('notifications of a record are marked read once it is shown', async () => {
  signIn(false)
  const { opened, open, count } = setUp(1)
  open(null)
  await expect.poll(count).toEqual([1])
  expect(opened).toEqual([])
  open('/tasks?task=a')
  await expect.poll(count).toEqual([0])
  expect(opened).toEqual(['/tasks?task=a'])
})

test('without unread notifications, or while viewing as an agency, nothing is marked', async () => {
  signIn(false)
  const none = setUp(0)
  none.open('/tasks?task=a')
  await expect.poll(none.count).toEqual([0])
  signIn(true)
  const viewing = setUp(1)
  viewing.open('/tasks?task=a')
  await expect.poll(viewing.count).toEqual([1])
  expect([...none.opened, ...viewing.opened]).toEqual([])
})
