import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSubmission } from '#client/lib/calls/use-submission.ts'

test.each([
  ['a refusal', { code: 'CONFLICT' }, false],
  ['a lost response', {}, true],
  ['a server error', { code: 'INTERNAL_SERVER_ERROR' }, true],
  ['an id used for other values', { code: 'CONFLICT', reason: 'idempotency_key_reused' }, true],
])('after %s, the form is submitted with the right id', async (_, data, isSame) => {
  const { result } = renderHook(useSubmission)
  const ids: string[] = []
  const refuse = async (id: string) => {
    ids.push(id)
    throw Object.assign(new Error('refused'), { data })
  }
  await expect(result.current(refuse)).rejects.toThrow('refused')
  await expect(result.current(refuse)).rejects.toThrow('refused')
  expect(ids[0] === ids[1]).toBe(isSame)
})
