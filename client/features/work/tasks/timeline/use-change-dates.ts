import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useRef, useState } from 'react'
import { errorData } from '#client/lib/calls/errors.ts'
import { type Inputs, trpc } from '#client/lib/queries/trpc.ts'
import { showError, toast } from '#client/lib/toasts/toast.ts'
import type { TaskDates } from '#shared/work/task-dates.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { changeTask, type TaskPages } from '../task/task-pages.ts'
import { datesText, sameDates } from './task-span.ts'

/** Saves tasks with other dates, shows them at once, and offers to undo each change. */
export function useChangeDates() {
  const utils = trpc.useUtils()
  const client = useQueryClient()
  const save = trpc.tasks.save.useMutation()
  /** The dates being saved, by task. */
  const [saving, setSaving] = useState<Readonly<Record<string, TaskDates>>>({})
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  /** What the latest save of each task returned. */
  const saved = useRef(new Map<string, TaskDto>())

  const newest = (task: TaskDto): TaskDto => {
    const known = saved.current.get(task.id)
    return known !== undefined && known.version > task.version ? known : task
  }

  /** If someone else changed other fields meanwhile, saves again on top of that. */
  async function send(task: TaskDto, dates: TaskDates): Promise<TaskDto> {
    const before = newest(task)
    try {
      return await save.mutateAsync(inputOf(before, dates))
    } catch (error) {
      if (errorData(error).reason !== 'changed_meanwhile') throw error
      const latest = await utils.tasks.get.fetch({ id: task.id }, { staleTime: 0 })
      if (!sameDates(latest, before)) throw error
      return save.mutateAsync(inputOf(latest, dates))
    }
  }

  function show(task: TaskDto) {
    saved.current.set(task.id, task)
    client.setQueriesData<TaskPages>(
      { queryKey: getQueryKey(trpc.tasks.list, undefined, 'infinite') },
      (data) => data && changeTask(data, task.id, () => task),
    )
  }

  /** Returns whether the task has the dates now. */
  async function change(task: TaskDto, dates: TaskDates, isUndo = false): Promise<boolean> {
    const { id, title } = task
    const before = saving[id] ?? newest(task)
    if (sameDates(before, dates)) return true
    setSaving((all) => ({ ...all, [id]: dates }))
    // One at a time, because each needs the version that the one before it returned.
    const sending = sent.current.then(() => send(task, dates))
    sent.current = sending.catch(() => undefined)
    try {
      const after = await sending
      show(after)
      toast({
        title: isUndo ? 'Change undone' : 'Dates changed',
        message: `“${title}”: ${datesText(after)}`,
        ...(!isUndo && { action: { label: 'Undo', onClick: () => void change(after, before, true) } }),
      })
      return true
    } catch (error) {
      showError(error, 'Failed to save task')
      void utils.tasks.list.invalidate()
      return false
    } finally {
      setSaving((all) => (all[id] === dates ? without(all, id) : all))
    }
  }

  return { saving, change }
}

const without = (all: Readonly<Record<string, TaskDates>>, id: string) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== id))

const inputOf = (task: TaskDto, { start_date, due_date }: TaskDates): Inputs['tasks']['save'] => ({
  id: task.id,
  version: task.version,
  title: task.title,
  description: task.description,
  project_id: task.project_id,
  priority: task.priority,
  status: task.status,
  assigned_to_id: task.assigned_to_id,
  start_date,
  due_date,
  estimated_hours: task.estimated_hours,
  recurrence: task.recurrence,
  subtasks: task.subtasks,
})
