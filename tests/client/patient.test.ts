import { beforeEach, expect, test, vi } from 'vitest'
import { patient } from '#client/lib/calls/connection.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('ok'))
})

const failing = (times: number) => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the module'
  })
  return load
}

test('retries a lost import once while the server responds', async () => {
  expect(await patient(failing(1))()).toBe('the module')
})

test('treats a file that is missing twice as replaced by a new build', async () => {
  const load = failing(2)
  await expect(patient(load)()).rejects.toThrow('Failed to fetch')
  expect(load).toHaveBeenCalledTimes(2)
})
