import { notifications, notificationsStore } from '@mantine/notifications'
import { act } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import { showToast } from '#client/lib/toasts/toast-host.tsx'
import { MAX_TOASTS } from '#client/lib/toasts/toast-request.ts'

beforeEach(() => {
  // The queue of the page, which files share.
  notifications.clean()
  // What loads late asks whether the server is up.
  vi.stubGlobal('fetch', async () => new Response('ok'))
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})

const shownTitles = () => notificationsStore.getState().notifications.map((shown) => shown.title)

test('dismisses a failure toast that was still loading when the user typed on', async () => {
  await act(async () => {
    toast({ title: 'Task Created' })
    toastDestructive({ title: 'Check your input' })
    document.dispatchEvent(new Event('input'))
    await expect.poll(shownTitles).toEqual(['Task Created'])
  })
})

test('shows at most three toasts, including the first ones of a page', async () => {
  await act(async () => {
    for (const title of ['One', 'Two', 'Three', 'Four']) showToast({ title, tone: 'plain' })
    expect(notificationsStore.getState().notifications).toHaveLength(MAX_TOASTS)
  })
})

test('a toast that fails to render is still shown', async () => {
  const alert = vi.fn()
  vi.stubGlobal('alert', alert)
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(notifications, 'show').mockImplementation(() => {
    throw new TypeError('show is not a function')
  })
  toastDestructive({ title: 'Error', message: 'Failed to save' })
  await expect.poll(() => alert.mock.calls).toEqual([['Error\nFailed to save']])
  expect(logged).toHaveBeenCalledOnce()
})
