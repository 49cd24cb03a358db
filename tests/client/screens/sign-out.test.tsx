import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAutosave } from '#client/components/forms/autosave/use-autosave.ts'
import { UserMenu } from '#client/features/door/shell/account/user-menu.tsx'
import { SuspendedScreen } from '#client/features/door/shell/suspended-screen.tsx'
import { useLiveChanges } from '#client/features/door/shell/use-live-changes.ts'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { readFormDraft, writeFormDraft } from '#client/lib/session/form-drafts.ts'
import { readStored, writeStored } from '#client/lib/session/local-store.ts'
import { announceSignOut, onOtherTabs } from '#client/lib/session/other-tabs.ts'
import { currentSession, useSession } from '#client/lib/session/session-state.ts'
import * as toasts from '#client/lib/toasts/toast.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

const signOut = vi.fn()
const sent = vi.fn()
let reachable = true

beforeEach(() => {
  vi.spyOn(toasts, 'toast').mockReturnValue()
  vi.spyOn(toasts, 'toastDestructive').mockReturnValue()
  const user = { user_id: 'nora', name: 'Nora Berg', email: 'nora@x.test', role: 'agency_admin' }
  currentSession.write({ status: 'signed-in', user: user as SessionUserDto })
  serveRpc({
    queries: { 'auth.info': () => ({}) },
    mutations: { 'auth.signOut': () => signOut(), 'messages.send': (input) => sent(input) },
    reaches: (address) => reachable || !address.includes('messages.send'),
  })
})
afterEach(() => {
  cleanup()
  reachable = true
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function showMenu() {
  const queryClient = new QueryClient()
  const Signed = () => (useSession().user === null ? <p>Signed out</p> : <UserMenu />)
  const root = createRootRoute({
    component: () => (
      <MantineProvider env="test">
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <Suspense>
              <Signed />
            </Suspense>
          </QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    ),
  })
  render(
    <RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never} />,
  )
}

async function logOut() {
  await userEvent.click(await screen.findByRole('button', { name: /User menu/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
}

test('logging out sends waiting messages, and asks before it discards those that can’t be sent', async () => {
  const waiting = { id: 'm', project_id: 'p', content: 'Hi', mentions: [], attachments: [], refusal: null }
  writeStored('outbox:nora', JSON.stringify([waiting]))
  sent.mockReturnValue({ id: 'm', project_id: 'p' })
  reachable = false
  showMenu()
  await logOut()
  const question = await screen.findByRole('alertdialog', { name: 'Discard unsent messages?' })
  expect(question.textContent).toContain('1 message hasn’t been sent. Logging out discards it.')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(signOut).not.toHaveBeenCalled()
  expect(readStored('outbox:nora')).not.toBe('')

  reachable = true
  await logOut()
  await screen.findByText('Signed out')
  expect(sent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'm', content: 'Hi' }))
  expect(signOut).toHaveBeenCalledOnce()
  expect(readStored('outbox:nora')).toBe('')
})

test('logging out saves edits, and asks before it discards those that can’t be saved', async () => {
  vi.spyOn(toasts, 'showError').mockReturnValue()
  const save = vi.fn(async (values: { text: string; version: number }) => values)
  const saved = { text: '', version: 1 }
  const note = renderHook(() =>
    useAutosave({ record: 'note 1', saved, save, latest: async () => saved, fallback: 'Failed' }),
  )
  showMenu()
  save.mockRejectedValue(new Error('No connection'))
  act(() => note.result.current.change({ text: 'mine' }, 'soon'))
  await logOut()
  const question = await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' })
  expect(question.textContent).toContain('Changes to 1 item haven’t been saved. Logging out discards them.')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(signOut).not.toHaveBeenCalled()
  expect(note.result.current).toMatchObject({ state: 'failed', values: { text: 'mine' } })

  save.mockReset()
  save.mockImplementation(async (values) => ({ ...values, version: 2 }))
  await logOut()
  await screen.findByText('Signed out')
  expect(save).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: 'mine' }))
  note.unmount()
})

/** Channels between tabs that deliver at once, however busy the machine is. */
function stubChannels(): void {
  const open = new Set<PromptChannel>()
  class PromptChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null
    readonly name: string
    constructor(name: string) {
      this.name = name
      open.add(this)
    }
    postMessage(data: unknown) {
      for (const one of open) {
        if (one !== this && one.name === this.name) queueMicrotask(() => one.onmessage?.({ data }))
      }
    }
    close() {
      open.delete(this)
    }
  }
  vi.stubGlobal('BroadcastChannel', PromptChannel)
}

test('logging out also asks about edits that another tab can’t save', async () => {
  stubChannels()
  const other = new BroadcastChannel('open-edits')
  other.onmessage = () => {
    other.postMessage({ tab: 'other', unsaved: null })
    other.postMessage({ tab: 'other', unsaved: 2 })
  }
  showMenu()
  await logOut()
  const question = await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' })
  expect(question.textContent).toContain('Changes to 2 items haven’t been saved.')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(signOut).not.toHaveBeenCalled()
  other.close()
})

test('one question names both unsent messages and unsaved edits', async () => {
  const waiting = { id: 'm', project_id: 'p', content: 'Hi', mentions: [], attachments: [], refusal: null }
  writeStored('outbox:nora', JSON.stringify([waiting]))
  reachable = false
  const saved = { text: '', version: 1 }
  const save = vi.fn(async () => saved)
  const complete = () => ({ text: false })
  const note = renderHook(() =>
    useAutosave({ record: 'note 1', saved, save, complete, latest: async () => saved, fallback: 'Failed' }),
  )
  act(() => note.result.current.change({ text: 'mine' }, 'soon'))
  showMenu()
  await logOut()
  const question = await screen.findByRole('alertdialog', {
    name: 'Discard unsaved changes and unsent messages?',
  })
  expect(question.textContent).toContain(
    'Changes to 1 item haven’t been saved. 1 message hasn’t been sent. Logging out discards them.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
  await screen.findByText('Signed out')
  note.unmount()
  await act(async () => {})
  expect(save).not.toHaveBeenCalled()
  expect(readFormDraft('nora', 'note 1')).toBeNull()
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

function listen() {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { unmount } = renderHook(() => useLiveChanges(), { wrapper })
  return { client, unmount }
}

test('before another tab logs out, this one saves its edits and says what it couldn’t save', async () => {
  const { unmount } = listen()
  const other = new BroadcastChannel('open-edits')
  const answers: unknown[] = []
  other.onmessage = ({ data }) => answers.push(data.unsaved)
  const saved = { text: '', version: 1 }
  const save = vi.fn(async (values: typeof saved) => ({ ...values, version: 2 }))
  const note = (text: string, complete: () => Record<string, boolean> = () => ({})) => {
    const edited = renderHook(() =>
      useAutosave({ record: text, saved, save, complete, latest: async () => saved, fallback: 'Failed' }),
    )
    act(() => edited.result.current.change({ text }, 'soon'))
    return edited
  }
  const notes = [note('typed'), note('too long', () => ({ text: false }))]
  await act(async () => {
    other.postMessage({ from: 'other' })
    await vi.waitFor(() => expect(answers).toEqual([null, 1]))
  })
  expect(save).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: 'typed' }))
  other.close()
  unmount()
  for (const edited of notes) edited.unmount()
  await act(async () => {})
})

test('logging out in another tab clears this one', async () => {
  const { client, unmount } = listen()
  client.setQueryData(['clients'], ['Acme'])
  writeFormDraft('nora', 'client', { typed: { name: 'Acme' }, before: { name: '' } })
  await act(async () => {
    announceSignOut()
    await vi.waitFor(() => expect(currentSession.read().status).toBe('signed-out'))
  })
  expect(client.getQueryData(['clients'])).toBeUndefined()
  expect(readFormDraft('nora', 'client')).toBeNull()
  unmount()
})
