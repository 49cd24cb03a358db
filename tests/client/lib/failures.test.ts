import { TRPCClientError } from '@trpc/client'
import { describe, expect, test, vi } from 'vitest'
import { describeFailure } from '#client/features/identity/auth/forms/use-auth-form.ts'
import { ApiError } from '#client/lib/calls/api.ts'
import { isConnectionFailure, serverMessage } from '#client/lib/calls/errors.ts'
import { createQueryClient, GC_MS, retryDelay, shouldRetry } from '#client/lib/queries/query-client.ts'

const refused = (code: string, httpStatus: number, title?: string) =>
  new ApiError('The words of the server', { code, httpStatus, title })

describe('failed calls', () => {
  test('treats a missing response or a gateway error as a connection failure', () => {
    expect(isConnectionFailure(new TypeError('Failed to fetch'))).toBe(true)
    expect(isConnectionFailure(new ApiError('The server responded with status 502.'))).toBe(true)
    for (const status of [502, 503, 504]) {
      expect(isConnectionFailure(refused('SERVICE_UNAVAILABLE', status))).toBe(true)
    }
    expect(isConnectionFailure(refused('UNAUTHORIZED', 401))).toBe(false)
  })

  test('passes on server messages in both clients', () => {
    const error = { message: 'Taken', code: -32009, data: { code: 'CONFLICT', httpStatus: 409 } }
    expect(serverMessage(TRPCClientError.from({ error }))).toBe('Taken')
    expect(serverMessage(refused('CONFLICT', 409))).toBe('The words of the server')
    expect(serverMessage(new TypeError('Failed to fetch'))).toBeNull()
  })

  test.each(['Login', 'Registration', 'Password Reset', 'Password Update'])('%s', (subject) => {
    expect(describeFailure(new TypeError('Failed to fetch'), subject).title).toBe(`${subject} Error`)
    expect(describeFailure(refused('UNAUTHORIZED', 401), subject).title).toBe(`${subject} Failed`)
  })

  test("shows the application's own message for a 503", () => {
    const words = 'Failed to create agency: it could not be saved. Please try again.'
    const error = new ApiError(words, {
      code: 'SERVICE_UNAVAILABLE',
      httpStatus: 503,
      title: 'Registration Failed',
    })
    expect(describeFailure(error, 'Registration')).toEqual({ title: 'Registration Failed', message: words })
    const gateway = new ApiError('The server responded with status 503.')
    expect(describeFailure(gateway, 'Registration').title).toBe('Registration Error')
  })

  test("appends the hint to the server's message", () => {
    expect(describeFailure(refused('UNAUTHORIZED', 401, 'Login Failed'), 'Login', 'Try this.')).toEqual({
      title: 'Login Failed',
      message: 'The words of the server Try this.',
    })
  })
})

test('a change fails while offline, instead of waiting and taking effect later', async () => {
  const client = createQueryClient()
  const send = vi.fn(async () => {
    throw new TypeError('Failed to fetch')
  })
  client.mount()
  window.dispatchEvent(new Event('offline'))
  try {
    const change = client.getMutationCache().build<void, Error, void, unknown>(client, { mutationFn: send })
    await expect(change.execute()).rejects.toThrow('Failed to fetch')
  } finally {
    window.dispatchEvent(new Event('online'))
    client.unmount()
  }
  expect(send).toHaveBeenCalledOnce()
})

describe('queries', () => {
  test('are cached for five minutes', () => {
    expect(GC_MS).toBe(300_000)
    expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000)
  })

  test('are retried three times with exponential backoff of up to 30 seconds', () => {
    const lost = new TypeError('Failed to fetch')
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, lost))).toEqual([true, true, true, false])
    expect([0, 1, 2, 10].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000])
  })

  test.each(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'])(
    "aren't retried after %s",
    (code) => expect(shouldRetry(0, refused(code, 400))).toBe(false),
  )
})
