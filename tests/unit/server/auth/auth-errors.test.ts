import { expect, test } from 'vitest'
import { classifyAuthError } from '#shared/identity/auth.ts'

test('only 502, 503 and 504 are retryable', () => {
  const retried = Array.from({ length: 600 }, (_, status) => status).filter(
    (status) => classifyAuthError({ status }) === 'retryable',
  )
  expect(retried).toEqual([502, 503, 504])
})

test('a weak password and a missing session have different reasons', () => {
  expect(classifyAuthError({ status: 400, reason: 'weak_password' })).toBe('weak_password')
  expect(classifyAuthError({ status: 401, reason: 'session_missing' })).toBe('session_missing')
  expect(classifyAuthError({ status: 401, reason: 'wrong_credentials' })).toBe('other')
})
