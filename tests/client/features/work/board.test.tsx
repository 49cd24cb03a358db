import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { TRPCClientError } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useBoard } from '#client/features/work/tasks/board/use-board.ts'
import { tasksOf } from '#client/features/work/tasks/task/task-pages.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import * as toasts from '#client/lib/toasts/toast.ts'
import { NO_TASK_FILTERS } from '#shared/work/screens/tasks.ts'
import type { TaskDto } from '#shared/work/tasks.ts'

beforeEach(() => {
  vi.spyOn(toasts, 'toast').mockReturnValue()
  vi.spyOn(toasts, 'showError').mockReturnValue()
})
afterEach(() => void vi.restoreAllMocks())

const HELD = { id: 't', agency_id: 'a', status: 'todo', version: 1 } as TaskDto

/** A board with one task; its moves wait until they are answered. */
async function open() {
  const moves: { version: number; answer: (error?: Error) => void }[] = []
  let lists = 0
  const client = trpc.createClient({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            const input = op.input as { status: string; version: number }
            const give = (data: unknown) => {
              observer.next({ result: { type: 'data', data } })
              observer.complete()
            }
            if (op.path === 'tasks.list') {
              lists += 1
              return give({ items: input.status === 'todo' ? [HELD] : [], nextCursor: null })
            }
            moves.push({
              version: input.version,
              answer: (error) =>
                error ? observer.error(TRPCClientError.from(error)) : give({ version: input.version + 1 }),
            })
          }),
    ],
  })
  const queryClient = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider env="test">{children}</MantineProvider>
      </QueryClientProvider>
    </trpc.Provider>
  )
  const board = renderHook(() => useBoard(NO_TASK_FILTERS), { wrapper }).result
  const shown = (status: 'todo' | 'review' | 'done') => tasksOf(board.current.queries[status].data)
  await waitFor(() => expect(shown('todo')).toHaveLength(1))
  return { board, moves, shown, lists: () => lists }
}

test('a card can be moved again before the first move is answered', async () => {
  const { board, moves, shown } = await open()
  const first = board.current.moveTask(HELD, { status: 'review', index: 0 })
  await waitFor(() => expect(shown('review')).toHaveLength(1))
  const held = shown('review')[0] as TaskDto
  const second = board.current.moveTask(held, { status: 'done', index: 0 })
  await waitFor(() => expect(shown('done')).toHaveLength(1))
  expect(moves).toHaveLength(1)
  await act(async () => {
    moves[0]?.answer()
    await first
  })
  await waitFor(() => expect(moves).toHaveLength(2))
  await act(async () => {
    moves[1]?.answer()
    await second
  })
  expect(moves.map(({ version }) => version)).toEqual([1, 2])
  await waitFor(() => expect(shown('done')[0]?.version).toBe(3))
  expect(toasts.showError).not.toHaveBeenCalled()
})

test('after a move that failed, the board shows the current positions', async () => {
  const { board, moves, shown, lists } = await open()
  const move = board.current.moveTask(HELD, { status: 'done', index: 0 })
  await waitFor(() => expect(moves).toHaveLength(1))
  const before = lists()
  await act(async () => {
    moves[0]?.answer(new Error('No connection'))
    await move
  })
  await waitFor(() => expect(lists()).toBeGreaterThan(before))
  expect(shown('todo')).toHaveLength(1)
  expect(toasts.showError).toHaveBeenCalledOnce()
})
