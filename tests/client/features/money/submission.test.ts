import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useCharge } from '#client/features/money/payments/charge/use-charge.ts'
import { useSubmission } from '#client/lib/calls/use-submission.ts'

const OUTCOMES = [
  ['a refusal', { code: 'CONFLICT' }, false],
  ['a lost response', {}, true],
  ['a server error', { code: 'INTERNAL_SERVER_ERROR' }, true],
  ['an id used for other values', { code: 'CONFLICT', reason: 'idempotency_key_reused' }, true],
] as const

test.each(OUTCOMES)('after %s, the form is submitted with the right id', async (_, data, isSame) => {
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

test.each(OUTCOMES)('after %s, a card is charged under the right id', async (_, data, isSame) => {
  const client = new QueryClient()
  client.setQueryData([['invoices', 'get']], 'unpaid')
  const ids: string[] = []
  const calls = {
    charge: async ({ request_id }: { request_id: string }) => {
      ids.push(request_id)
      throw Object.assign(new Error('refused'), { data })
    },
    confirm: () => Promise.reject(new Error('There is nothing to confirm.')),
    onPaid: () => {},
  }
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  const { result } = renderHook(() => useCharge(calls, async () => {}), { wrapper })
  for (const token of ['pm_1', 'pm_2']) await act(() => result.current.submit(async () => token))
  expect(ids).toHaveLength(2)
  expect(ids[0] === ids[1]).toBe(isSame)
  // The payment made under the id with the other values must show.
  const isReused = 'reason' in data
  expect(client.getQueryState([['invoices', 'get']])?.isInvalidated).toBe(isReused)
})
