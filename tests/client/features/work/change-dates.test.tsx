import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { TRPCClientError } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useChangeDates } from '#client/features/work/tasks/timeline/use-change-dates.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import * as toasts from '#client/lib/toasts/toast.ts'
import type { TaskDto } from '#shared/work/tasks.ts'

beforeEach(() => {
  vi.spyOn(toasts, 'toast').mockReturnValue()
  vi.spyOn(toasts, 'showError').mockReturnValue()
})
afterEach(() => void vi.restoreAllMocks())

const TASK = {
  id: 't',
  title: 'Sketch',
  description: null,
  version: 1,
  start_date: '2026-03-02',
  due_date: '2026-03-04',
} as TaskDto
const MARCH_9 = { start_date: '2026-03-09', due_date: '2026-03-11' }

/** One task on a server that checks versions. */
function open(stored: Partial<TaskDto> = {}) {
  let task: TaskDto = { ...TASK, ...stored }
  const sent: TaskDto[] = []
  const client = trpc.createClient({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            const give = (data: unknown) => {
              observer.next({ result: { type: 'data', data } })
              observer.complete()
            }
            if (op.path !== 'tasks.save') return give(task)
            const input = op.input as TaskDto
            sent.push(input)
            if (input.version !== task.version) {
              const error = { message: 'Changed', code: -32009, data: { reason: 'changed_meanwhile' } }
              return observer.error(TRPCClientError.from({ error }))
            }
            task = { ...task, ...input, version: task.version + 1 }
            give(task)
          }),
    ],
  })
  const queryClient = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
  const dates = renderHook(() => useChangeDates(), { wrapper }).result
  return { dates, sent, task: () => task }
}

test('changes in quick succession are saved one after the other, each on top of the last', async () => {
  const { dates, sent, task } = open()
  await act(async () => {
    const first = dates.current.change(TASK, MARCH_9)
    const second = dates.current.change(TASK, { ...MARCH_9, due_date: '2026-03-20' })
    expect(await Promise.all([first, second])).toEqual([true, true])
  })
  expect(sent.map(({ version }) => version)).toEqual([1, 2])
  expect(task()).toMatchObject({ start_date: '2026-03-09', due_date: '2026-03-20' })
  expect(dates.current.saving).toEqual({})
})

test('what someone else changed meanwhile is preserved, unless it was the dates', async () => {
  const other = open({ version: 4, title: 'Sketch the page' })
  await act(async () => expect(await other.dates.current.change(TASK, MARCH_9)).toBe(true))
  expect(other.task()).toMatchObject({ ...MARCH_9, title: 'Sketch the page', version: 5 })

  const moved = open({ version: 4, due_date: '2026-03-30' })
  await act(async () => expect(await moved.dates.current.change(TASK, MARCH_9)).toBe(false))
  expect(moved.task()).toMatchObject({ due_date: '2026-03-30', version: 4 })
  expect(toasts.showError).toHaveBeenCalledOnce()
})

test('undoing a change restores the dates before it', async () => {
  const { dates, task } = open()
  await act(async () => void (await dates.current.change(TASK, MARCH_9)))
  act(() => vi.mocked(toasts.toast).mock.lastCall?.[0].action?.onClick())
  await waitFor(() => expect(task()).toMatchObject({ start_date: '2026-03-02', due_date: '2026-03-04' }))
  await waitFor(() =>
    expect(toasts.toast).toHaveBeenLastCalledWith({
      title: 'Change undone',
      message: '“Sketch”: Mar 2 – Mar 4',
    }),
  )
})
