import { TRPCClientError } from '@trpc/client'
import { describe, expect, test } from 'vitest'
import { describeFailure } from '#client/features/auth/use-auth-form.ts'
import { ApiError } from '#client/lib/api.ts'
import { isConnectionFailure, serverMessage } from '#client/lib/errors.ts'
import { createQueryClient, GC_MS, retryDelay, shouldRetry } from '#client/lib/query-client.ts'

const refused = (code: string, httpStatus: number, title?: string) =>
  new ApiError('The words of the server', { code, httpStatus, title })

describe('what a failed call means', () => {
  test('no answer, or a gateway without a server behind it, is a connection failure', () => {
    expect(isConnectionFailure(new TypeError('Failed to fetch'))).toBe(true)
    expect(isConnectionFailure(new ApiError('The server responded with status 502.'))).toBe(true)
    for (const status of [502, 503, 504]) {
      expect(isConnectionFailure(refused('SERVICE_UNAVAILABLE', status))).toBe(true)
    }
    expect(isConnectionFailure(refused('UNAUTHORIZED', 401))).toBe(false)
  })

  test('both clients carry the words of the server alike', () => {
    const error = { message: 'Taken', code: -32009, data: { code: 'CONFLICT', httpStatus: 409 } }
    expect(serverMessage(TRPCClientError.from({ error }))).toBe('Taken')
    expect(serverMessage(refused('CONFLICT', 409))).toBe('The words of the server')
    expect(serverMessage(new TypeError('Failed to fetch'))).toBeNull()
  })

  test.each(['Login', 'Registration', 'Password Reset', 'Password Update'])('%s', (subject) => {
    expect(describeFailure(new TypeError('Failed to fetch'), subject).title).toBe(`${subject} Error`)
    expect(describeFailure(refused('UNAUTHORIZED', 401), subject).title).toBe(`${subject} Failed`)
  })

  test('what the application refuses with 503 is told in its own words', () => {
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

  test('the hint follows the words of the server', () => {
    expect(describeFailure(refused('UNAUTHORIZED', 401, 'Login Failed'), 'Login', 'Try this.')).toEqual({
      title: 'Login Failed',
      message: 'The words of the server Try this.',
    })
  })
})

describe('queries', () => {
  test('stay five minutes', () => {
    expect(GC_MS).toBe(300_000)
    expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000)
  })

  test('are tried three more times, later and later, at most 30 seconds apart', () => {
    const lost = new TypeError('Failed to fetch')
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, lost))).toEqual([true, true, true, false])
    expect([0, 1, 2, 10].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000])
  })

  test.each(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'])(
    'are not tried again after %s',
    (code) => expect(shouldRetry(0, refused(code, 400))).toBe(false),
  )
})
