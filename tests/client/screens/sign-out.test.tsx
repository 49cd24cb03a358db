import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { initTRPC } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SuspendedScreen } from '#client/features/door/shell/suspended-screen.tsx'
import { useLiveChanges } from '#client/features/door/shell/use-live-changes.ts'
import { RPC_PATH } from '#client/lib/calls/api.ts'
import { readFormDraft, writeFormDraft } from '#client/lib/session/form-drafts.ts'
import { readStored, writeStored } from '#client/lib/session/local-store.ts'
import { announceSignOut, onOtherTabs } from '#client/lib/session/other-tabs.ts'
import { currentSession } from '#client/lib/session/session-state.ts'
import * as toasts from '#client/lib/toasts/toast.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'

const signOut = vi.fn()

beforeEach(() => {
  vi.spyOn(toasts, 'toast').mockReturnValue()
  vi.spyOn(toasts, 'toastDestructive').mockReturnValue()
  const user = { user_id: 'nora', name: 'Nora Berg', email: 'nora@x.test', role: 'agency_admin' }
  currentSession.write({ status: 'signed-in', user: user as SessionUserDto })
  const t = initTRPC.create()
  const router = t.router({
    auth: t.router({ signOut: t.procedure.mutation(() => signOut()), info: t.procedure.query(() => ({})) }),
  })
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    const req = new Request(new URL(address, 'http://localhost'), { ...request, signal: null })
    return fetchRequestHandler({ req, router, endpoint: RPC_PATH })
  })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('logging out while the agency is suspended removes what was stored and tells other tabs', async () => {
  writeStored('note', 'Call Acme')
  const heard = vi.fn()
  const stop = onOtherTabs(heard)
  render(
    <MantineProvider env="test">
      <SuspendedScreen agency="Acme" />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
  await vi.waitFor(() => expect(heard).toHaveBeenCalledExactlyOnceWith('out'))
  stop()
  expect(readStored('note')).toBe('')
  expect(currentSession.read().status).toBe('signed-out')
})

test('logging out in another tab clears this one', async () => {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  const client = new QueryClient()
  client.setQueryData(['clients'], ['Acme'])
  writeFormDraft('nora', 'client', { typed: { name: 'Acme' }, before: { name: '' } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { unmount } = renderHook(() => useLiveChanges(), { wrapper })
  await act(async () => {
    announceSignOut()
    await vi.waitFor(() => expect(currentSession.read().status).toBe('signed-out'))
  })
  expect(client.getQueryData(['clients'])).toBeUndefined()
  expect(readFormDraft('nora', 'client')).toBeNull()
  unmount()
})
