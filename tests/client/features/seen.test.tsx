import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { useSeen } from '#client/lib/queries/use-seen.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

/** A portal with this many unread notifications, of which each opened record has one. */
function setUp(unread: number) {
  const opened: string[] = []
  serveRpc({
    queries: { 'notifications.unreadCount': () => unread - opened.length },
    mutations: { 'notifications.markLinkRead': ({ link }: { link: string }) => void opened.push(link) },
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
