import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadIfReplaced } from '#client/lib/live/new-version.ts'
import { registerServiceWorker, startNewBuild } from '#client/lib/live/service-worker.ts'

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

test('a tab that offers a new build reloads into it, also after another tab has activated it', async () => {
  const postMessage = vi.fn()
  const worker = Object.assign(new EventTarget(), { state: 'installed', postMessage })
  const registration = Object.assign(new EventTarget(), { waiting: worker, installing: null })
  const register = async () => registration
  const container = Object.assign(new EventTarget(), { controller: {}, register })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container })
  await registerServiceWorker()
  startNewBuild()
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('take-over')
  expect(reload).not.toHaveBeenCalled()
  container.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledOnce()
  worker.state = 'activated'
  startNewBuild()
  expect(reload).toHaveBeenCalledTimes(2)
  expect(postMessage).toHaveBeenCalledOnce()
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
