import type { Page } from '#shared/base/paging.ts'
import type { TaskDto } from '#shared/work/tasks.ts'

/** The loaded pages of a task list. */
export interface TaskPages {
  pages: Page<TaskDto>[]
}

export const tasksOf = (data: TaskPages | undefined): TaskDto[] =>
  data?.pages.flatMap((page) => page.items) ?? []

/** Replaces one task wherever it appears in the pages. */
export const changeTask = <Data extends TaskPages>(
  data: Data,
  id: string,
  change: (task: TaskDto) => TaskDto,
): Data => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map((task) => (task.id === id ? change(task) : task)),
  })),
})

/**
 * Removes the task from the pages and, unless `index` is null, inserts it at that index of the remaining
 * tasks.
 */
export function placeTask<Data extends TaskPages>(data: Data, task: TaskDto, index: number | null): Data {
  let ahead = index
  const pages = data.pages.map((page, at) => {
    const items = page.items.filter((other) => other.id !== task.id)
    const last = at === data.pages.length - 1
    if (ahead === null) return { ...page, items }
    if (ahead > items.length && !last) {
      ahead -= items.length
      return { ...page, items }
    }
    const placed = items.toSpliced(ahead, 0, task)
    ahead = null
    return { ...page, items: placed }
  })
  return { ...data, pages }
}

/**
 * A position in the server's format: the nearest neighbor of the same agency, above or otherwise below; none
 * for the top of the column. `others` is the column without the task.
 */
export function neighborAt(
  others: readonly Pick<TaskDto, 'id' | 'agency_id'>[],
  index: number,
  agencyId: string,
): { after_id?: string; before_id?: string } {
  const own = (task: Pick<TaskDto, 'agency_id'>) => task.agency_id === agencyId
  const above = others.slice(0, index).findLast(own)
  if (above !== undefined) return { after_id: above.id }
  const below = others.slice(index).find(own)
  return below === undefined ? {} : { before_id: below.id }
}
