import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadIfReplaced } from '#client/lib/live/new-version.ts'

const reload = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  document.head.innerHTML = '<script type="module" src="/assets/index-OLD.js"></script>'
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  reload.mockReset()
})

const serve = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer)

test("reloads once if a new build has replaced the page's files", async () => {
  serve(async () => new Response('<script type="module" src="/assets/index-NEW.js"></script>'))
  await reloadIfReplaced()
  await reloadIfReplaced()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('reloads only once where storage is missing', async () => {
  vi.stubGlobal('sessionStorage', null)
  serve(async () => new Response('<script type="module" src="/assets/index-NEW.js"></script>'))
  await reloadIfReplaced()
  await reloadIfReplaced()
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each([
  ['the build is the same', async () => new Response('<script src="/assets/index-OLD.js"></script>')],
  ['the server is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server fails', async () => new Response('', { status: 503 })],
])("doesn't reload after a failed request if %s", async (_, answer) => {
  serve(answer)
  await reloadIfReplaced()
  expect(reload).not.toHaveBeenCalled()
})
