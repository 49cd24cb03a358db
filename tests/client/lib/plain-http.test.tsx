import { renderHook, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCopy } from '#client/lib/copy.ts'
import { randomId } from '#client/lib/random-id.ts'
import * as toasts from '#client/lib/toasts/toast.ts'
import { reportUncaught } from '#client/lib/toasts/uncaught.ts'

const text = document.createElement('p')

beforeEach(() => {
  text.textContent = 'secret-1'
  document.body.append(text)
  // Plain HTTP provides neither.
  vi.stubGlobal('navigator', { userAgent: '' })
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('random ids are version 4 UUIDs that differ', () => {
  const ids = Array.from({ length: 2000 }, randomId)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

/** Clicks Copy where the browser's copy command succeeds or fails as given. */
async function copyWith(execCommand: () => boolean) {
  document.execCommand = execCommand
  const toast = vi.spyOn(toasts, 'toast').mockReturnValue()
  const { result } = renderHook(() => useCopy<HTMLElement>('secret-1'))
  result.current.shown.current = text
  await act(async () => result.current.copy())
  return { result, toast }
}

test('copies from a selection where there is no clipboard API', async () => {
  const taken: string[] = []
  const { result, toast } = await copyWith(() => {
    const event = new Event('copy')
    Object.assign(event, { clipboardData: { setData: (_: string, copied: string) => taken.push(copied) } })
    return document.dispatchEvent(event)
  })
  await waitFor(() => expect(result.current.copied).toBe(true))
  expect(taken).toEqual(['secret-1'])
  expect(toast).not.toHaveBeenCalled()
})

test.each([
  ['refuses', () => false],
  ['pretends', () => true],
])('leaves the text selected if the browser %s to copy', async (_, execCommand) => {
  const { result, toast } = await copyWith(execCommand)
  expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: 'Copy the selected text' }))
  expect(getSelection()?.toString()).toBe('secret-1')
  expect(result.current.copied).toBe(false)
})

test('falls back to the selection if clipboard access is denied', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('Denied')) } })
  const { toast } = await copyWith(() => false)
  expect(toast).toHaveBeenCalledOnce()
})

test.each<[what: string, event: Event, shown: boolean]>([
  ['exception', new ErrorEvent('error', { error: new TypeError('x.y is not a function') }), true],
  ['rejection', rejection(new TypeError('x.y is not a function')), true],
  ['lost connection', rejection(new TypeError('Failed to fetch')), false],
  ['cancelled call', rejection(new DOMException('cancelled', 'AbortError')), false],
  ['answered call', rejection(Object.assign(new Error('No'), { data: { code: 'FORBIDDEN' } })), false],
  ['layout notice', new ErrorEvent('error', { message: 'ResizeObserver loop' }), false],
])('an uncaught %s is shown to the user unless it has already been reported', (_, event, shown) => {
  const toast = vi.spyOn(toasts, 'toastDestructive').mockReturnValue()
  const listen = vi.spyOn(window, 'addEventListener')
  reportUncaught()
  const listener = listen.mock.calls.find(([type]) => type === event.type)?.[1] as EventListener
  listener(event)
  expect(toast).toHaveBeenCalledTimes(shown ? 1 : 0)
})

function rejection(reason: unknown): Event {
  return Object.assign(new Event('unhandledrejection'), { reason })
}
