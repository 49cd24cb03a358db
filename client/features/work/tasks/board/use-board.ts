import { useRef } from 'react'
import { Abandoned } from '#client/lib/calls/errors.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { showError } from '#client/lib/toasts/toast.ts'
import type { TaskFilters } from '#shared/work/screens/tasks.ts'
import { TASK_STATUSES, type TaskDto, type TaskStatus } from '#shared/work/tasks.ts'
import { useBlockedConfirmation } from '../actions/use-blocked-confirmation.tsx'
import { announceStatus } from '../actions/use-change-status.ts'
import { changeTask, neighborAt, placeTask, tasksOf } from '../task/task-pages.ts'

export interface BoardPlace {
  status: TaskStatus
  /** Position among the other tasks of the column. */
  index: number
}

/** The board's columns and task moves. `confirmation` must be rendered. */
export function useBoard(filters: TaskFilters) {
  const utils = trpc.useUtils()
  const blocked = useBlockedConfirmation()
  const inputOf = (status: TaskStatus) => ({ ...filters, status, order: 'board' as const })
  const shown = TASK_STATUSES.filter(
    (status) => (filters.status ?? status) === status && !(filters.open && status === 'done'),
  )
  const queries = {
    todo: trpc.tasks.list.useInfiniteQuery(inputOf('todo'), { ...byCursor, enabled: shown.includes('todo') }),
    in_progress: trpc.tasks.list.useInfiniteQuery(inputOf('in_progress'), {
      ...byCursor,
      enabled: shown.includes('in_progress'),
    }),
    review: trpc.tasks.list.useInfiniteQuery(inputOf('review'), {
      ...byCursor,
      enabled: shown.includes('review'),
    }),
    done: trpc.tasks.list.useInfiniteQuery(inputOf('done'), { ...byCursor, enabled: shown.includes('done') }),
  }
  const move = trpc.tasks.move.useMutation()
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const columns = () =>
    shown.map((status) => ({
      input: inputOf(status),
      data: utils.tasks.list.getInfiniteData(inputOf(status)),
    }))
  const versionOf = (task: TaskDto): number =>
    columns()
      .flatMap(({ data }) => tasksOf(data))
      .find(({ id }) => id === task.id)?.version ?? task.version

  /** Sends one move at a time, because a move needs the version that the one before it returned. */
  function send(task: TaskDto, input: Omit<Parameters<typeof move.mutateAsync>[0], 'id' | 'version'>) {
    const moved = sent.current.then(async () => {
      const { version } = await move.mutateAsync({ id: task.id, version: versionOf(task), ...input })
      for (const { input: column, data } of columns()) {
        if (data === undefined) continue
        utils.tasks.list.setInfiniteData(
          column,
          changeTask(data, task.id, (card) => ({ ...card, version })),
        )
      }
    })
    sent.current = moved.catch(() => undefined)
    return moved
  }

  /** Applies the move to both columns optimistically; returns a rollback. */
  async function show(task: TaskDto, { status, index }: BoardPlace): Promise<() => void> {
    await utils.tasks.list.cancel()
    const version = versionOf(task)
    const touched = [...new Set([task.status, status])].map((column) => ({
      input: inputOf(column),
      before: utils.tasks.list.getInfiniteData(inputOf(column)),
      index: column === status ? index : null,
    }))
    for (const column of touched) {
      if (column.before === undefined) continue
      const after = placeTask(column.before, { ...task, status, version }, column.index)
      utils.tasks.list.setInfiniteData(column.input, after)
    }
    return () => {
      for (const { input, before } of touched) utils.tasks.list.setInfiniteData(input, before)
    }
  }

  async function moveTask(task: TaskDto, place: BoardPlace) {
    const others = tasksOf(queries[place.status].data).filter((other) => other.id !== task.id)
    const target = { status: place.status, ...neighborAt(others, place.index, task.agency_id) }
    try {
      await blocked.attempt(async (confirm) => {
        const undo = await show(task, place)
        return send(task, { ...target, confirm }).catch((error) => {
          undo()
          throw error
        })
      })
      if (place.status !== task.status) announceStatus(place.status)
    } catch (error) {
      showError(error, 'Failed to move task')
      // Show the current positions: others may have moved the task or its neighbor.
      if (!(error instanceof Abandoned)) void utils.tasks.list.invalidate()
    }
  }

  return { shown, queries, inputOf, moveTask, confirmation: blocked.dialog }
}
