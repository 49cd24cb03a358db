import { notifications, notificationsStore } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { TRPCError } from '@trpc/server'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendFile } from '#client/features/work/files/upload.ts'
import { useUploads } from '#client/features/work/files/use-uploads.ts'
import { useAttachments } from '#client/features/work/messages/message/use-attachments.ts'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import { serveRpc } from '#tests/support/servers/serve-rpc.ts'

beforeEach(() => {
  localStorage.clear()
  currentSession.write({ status: 'signed-in', user: { user_id: 'nora' } } as Session)
})

afterEach(() => vi.unstubAllGlobals())

/** Answers each upload with this status and body. */
function answerWith(status: number, response: object | null): void {
  class Request {
    status = status
    response = response
    upload = {}
    onload = () => {}
    open = () => {}
    abort = () => {}
    send = () => this.onload()
  }
  vi.stubGlobal('XMLHttpRequest', Request)
}

const upload = () => sendFile(new File(['text'], 'a.txt'), '/files', () => {}, new AbortController().signal)

test.each([
  [408, /took too long or was interrupted.* try again/],
  [413, /proxy in front of the portal refuses files of this size.* allow 26 MB/],
  [502, /isn’t responding/],
  [503, /isn’t responding/],
  [504, /isn’t responding/],
  [418, /Couldn’t upload the file \(status 418\)/],
])('an answer without a message and with status %i is explained', async (status, words) => {
  answerWith(status, null)
  await expect(upload()).rejects.toThrow(words)
})

test("the portal's own error message is shown unchanged", async () => {
  answerWith(413, { error: { message: 'Files can be at most 25 MB.' } })
  await expect(upload()).rejects.toThrow('Files can be at most 25 MB.')
})

test('a file removed from a message before it is sent is deleted', async () => {
  answerWith(201, { id: 'a', name: 'a.txt', content_type: 'text/plain', size: 4 })
  const fetched = vi.fn(async (_address: string, _request: RequestInit) => new Response('[]'))
  vi.stubGlobal('fetch', fetched)
  const { result } = renderHook(() => useAttachments({ project_id: 'p', kind: 'message' }))
  await act(() => result.current.add([new File(['text'], 'a.txt')]))
  expect(result.current.files).toHaveLength(1)
  act(() => result.current.remove('a'))
  expect(result.current.files).toEqual([])
  await expect
    .poll(() => fetched.mock.calls.map(([address]) => address))
    .toEqual([expect.stringContaining('files.discard')])
})

test('attached files survive leaving the conversation, unless the server has deleted them since', async () => {
  serveRpc({
    queries: {
      'files.get': (input: { id: string }) => {
        if (input.id === 'gone') throw new TRPCError({ code: 'NOT_FOUND' })
        return input
      },
    },
    mutations: { 'files.discard': () => null },
  })
  const open = (project_id = 'p') => renderHook(() => useAttachments({ project_id, kind: 'message' }))
  const names = ({ result }: ReturnType<typeof open>) => result.current.files.map(({ name }) => name)
  const first = open()
  for (const id of ['here', 'gone', 'removed']) {
    answerWith(201, { id, name: `${id}.txt`, content_type: 'text/plain', size: 4 })
    await act(() => first.result.current.add([new File(['text'], `${id}.txt`)]))
  }
  act(() => first.result.current.remove('removed'))
  first.unmount()
  expect(names(open('other'))).toEqual([])
  const again = open()
  expect(names(again)).toEqual(['here.txt', 'gone.txt'])
  await expect.poll(() => names(again)).toEqual(['here.txt'])
  act(() => again.result.current.clear())
  again.unmount()
  expect(names(open())).toEqual([])
})

/** Uploads that the test answers, in the order in which they were sent. */
function answerLater(): { status: number; response: object | null; onload: () => void }[] {
  const sent: { status: number; response: object | null; onload: () => void }[] = []
  class Request {
    status = 0
    response = null
    upload = {}
    onload = () => {}
    open = () => {}
    abort = () => {}
    send = () => void sent.push(this)
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return sent
}

const queryClient = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <trpc.Provider client={trpcClient} queryClient={queryClient}>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  </trpc.Provider>
)

const leaving = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('files are all uploaded after their list is closed, and the browser asks before leaving the page', async () => {
  const sent = answerLater()
  const { result, unmount } = renderHook(() => useUploads({ project_id: 'p', kind: 'attachment' }), {
    wrapper,
  })
  act(() => result.current.add(['a', 'b'].map((name) => new File(['text'], `${name}.txt`))))
  await expect.poll(() => sent.length).toBe(1)
  expect(leaving()).toBe(true)
  unmount()
  for (const [index, status] of [201, 413].entries()) {
    await expect.poll(() => sent.length).toBe(index + 1)
    Object.assign(sent[index] ?? {}, { status, response: status === 201 ? { id: 'a' } : null })
    sent[index]?.onload()
  }
  await expect.poll(leaving).toBe(false)
  expect(sent).toHaveLength(2)
})

test('files are attached to the conversation they were chosen in, even if it is left meanwhile', async () => {
  notifications.clean()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const sent = answerLater()
  const open = (project_id: string) =>
    renderHook(() => useAttachments({ project_id, kind: 'message' })).result
  const { result, unmount } = renderHook(() => useAttachments({ project_id: 'p', kind: 'message' }))
  const files = ['a', 'b', 'c'].map((name) => new File(['text'], `${name}.txt`))
  act(() => void result.current.add(files))
  await expect.poll(() => sent.length).toBe(1)
  unmount()
  const answer = async (id: string, status = 201) => {
    const upload = sent.at(-1)
    Object.assign(upload ?? {}, { status, response: { id, name: `${id}.txt`, content_type: 't', size: 4 } })
    await act(async () => upload?.onload())
  }
  await answer('a')
  await expect.poll(() => sent.length).toBe(2)
  const [again, other] = [open('p'), open('other')]
  const shown = () =>
    [again, other].map(({ current }) => [current.files.map(({ id }) => id), current.uploading])
  expect(shown(), 'it can’t be sent yet').toEqual([
    [['a'], true],
    [[], false],
  ])
  await answer('b', 413)
  await expect.poll(() => sent.length).toBe(3)
  await answer('c')
  await expect.poll(shown).toEqual([
    [['a', 'c'], false],
    [[], false],
  ])
  await expect
    .poll(() => notificationsStore.getState().notifications)
    .toMatchObject([{ title: 'Couldn’t attach “b.txt”' }])
  expect(open('p').current.files).toHaveLength(2)
})

test.each([
  [{ project_id: 'p', kind: 'message' }, 20],
  [{ project_id: 'p', kind: 'attachment', task_id: 't' }, 10],
  [{ project_id: 'q', kind: 'message', task_id: 'u' }, 10],
] as const)('no more files are attached to %o than can be sent', async (target, limit) => {
  notifications.clean()
  answerWith(201, { id: 'a', name: 'a.txt', content_type: 'text/plain', size: 4 })
  const { result } = renderHook(() => useAttachments(target))
  const files = (count: number) =>
    Array.from({ length: count }, (_, index) => new File(['text'], `${index}.txt`))
  await act(() => result.current.add(files(limit - 1)))
  await act(() => result.current.add(files(3)))
  expect(result.current.files).toHaveLength(limit)
  await expect
    .poll(() => notificationsStore.getState().notifications)
    .toMatchObject([{ title: 'Couldn’t attach 2 files' }])
})

test('the uploaded file is returned', async () => {
  answerWith(201, { id: 'file' })
  await expect(upload()).resolves.toEqual({ id: 'file' })
})

test('a file that can no longer be read is distinguished from a server that is out of reach', async () => {
  class Request {
    upload = {}
    onerror = () => {}
    open = () => {}
    abort = () => {}
    send = () => this.onerror()
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  const read = vi.fn<() => Promise<ArrayBuffer>>()
  const file = Object.assign(new File(['text'], 'a.txt'), { slice: () => ({ arrayBuffer: read }) })
  const send = () => sendFile(file, '/files', () => {}, new AbortController().signal)
  read.mockResolvedValueOnce(new ArrayBuffer(1))
  await expect(send()).rejects.toThrow('Can’t reach the server. Please try again.')
  read.mockRejectedValueOnce(new DOMException('The file changed.', 'NotReadableError'))
  await expect(send()).rejects.toThrow(/can’t be read: it was changed or moved/)
})
