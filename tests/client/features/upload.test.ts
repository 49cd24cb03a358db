import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sendFile } from '#client/features/work/files/upload.ts'
import { useAttachments } from '#client/features/work/messages/message/use-attachments.ts'

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
  [408, /took too long or stopped.* try again/],
  [413, /proxy in front of the portal refuses files of this size.* allow 26 MB/],
  [502, /isn't responding/],
  [503, /isn't responding/],
  [504, /isn't responding/],
  [418, /Couldn't upload the file \(status 418\)/],
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

test('the uploaded file is returned', async () => {
  answerWith(201, { id: 'file' })
  await expect(upload()).resolves.toEqual({ id: 'file' })
})

test('a file that can no longer be read is told from a server that is out of reach', async () => {
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
  await expect(send()).rejects.toThrow("Can't reach the server. Please try again.")
  read.mockRejectedValueOnce(new DOMException('The file changed.', 'NotReadableError'))
  await expect(send()).rejects.toThrow(/can’t be read: it was changed or moved/)
})
