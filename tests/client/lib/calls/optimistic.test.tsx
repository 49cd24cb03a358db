import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useOptimistic } from '#client/lib/queries/optimistic.ts'
import * as toasts from '#client/lib/toasts/toast.ts'

afterEach(() => void vi.restoreAllMocks())

test('after overlapping changes fail, the data of the server is shown', async () => {
  vi.spyOn(toasts, 'showError').mockReturnValue()
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const ticked: number[] = []
  const [first, second, third] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  const { result } = renderHook(
    () => {
      const steps = useQuery({ queryKey: ['steps'], queryFn: async () => [...ticked] })
      const optimistic = useOptimistic<number[], Promise<void>>(['steps'], (data) => [...data, 0], 'Failed')
      return { steps, tick: useMutation({ ...optimistic, mutationFn: (answer: Promise<void>) => answer }) }
    },
    { wrapper },
  )
  const shown = () => result.current.steps.data
  await waitFor(() => expect(shown()).toEqual([]))
  const attempts = [first, second, third].map((answer) =>
    result.current.tick.mutateAsync(answer?.promise as Promise<void>).catch(() => 'failed'),
  )
  await waitFor(() => expect(shown()).toEqual([0, 0, 0]))
  await act(async () => {
    first?.reject(new Error('Refused'))
    await attempts[0]
    ticked.push(2)
    second?.resolve()
    await attempts[1]
    third?.reject(new Error('Refused'))
    await attempts[2]
  })
  await waitFor(() => expect(shown()).toEqual([2]))
})
