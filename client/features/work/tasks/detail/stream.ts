import { inZone } from '#client/lib/time/dates.ts'
import type { ActivityDto } from '#shared/reactions/activity.ts'
import type { CommentDto } from '#shared/work/tasks.ts'

export type StreamItem =
  | { kind: 'comment'; id: string; at: string; comment: CommentDto }
  /** `times` counts consecutive repetitions. */
  | { kind: 'event'; id: string; at: string; event: ActivityDto; times: number }

interface Loaded<Item> {
  items: readonly Item[]
  /** Whether there are older ones. */
  more: boolean
}

/**
 * Comments and events as one list, newest first. It ends where either of them has unloaded older items,
 * because beyond that it would have gaps.
 */
export function mergeStream(comments: Loaded<CommentDto>, events: Loaded<ActivityDto>): StreamItem[] {
  const horizon = [comments, events]
    .map(({ items, more }) => (more ? (items.at(-1)?.created_at ?? '') : ''))
    .reduce((one, other) => (one > other ? one : other))
  const items: StreamItem[] = [
    ...comments.items.map(
      (comment): StreamItem => ({ kind: 'comment', id: comment.id, at: comment.created_at, comment }),
    ),
    ...events.items.map(
      (event): StreamItem => ({ kind: 'event', id: event.id, at: event.created_at, event, times: 1 }),
    ),
  ]
  return items
    .filter(({ at }) => at >= horizon)
    .toSorted((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1))
}

/** The list by calendar day, newest first; repeated actions of one person are grouped. */
export function byDay(items: readonly StreamItem[], zone: string): { day: string; items: StreamItem[] }[] {
  const days: { day: string; items: StreamItem[] }[] = []
  for (const item of items) {
    const day = inZone(item.at, zone).format('YYYY-MM-DD')
    const current = days.at(-1)
    if (current?.day !== day) days.push({ day, items: [item] })
    else if (!foldedInto(current.items, item)) current.items.push(item)
  }
  return days
}

function foldedInto(items: StreamItem[], item: StreamItem): boolean {
  const last = items.at(-1)
  if (item.kind !== 'event' || last?.kind !== 'event' || item.event.action !== 'task.updated') return false
  if (last.event.action !== item.event.action || last.event.actor_name !== item.event.actor_name) return false
  items[items.length - 1] = { ...last, times: last.times + item.times }
  return true
}

/** A description of the event without the task's name: the verb and the other people or values involved. */
export function deedOf({ action, summary }: Pick<ActivityDto, 'action' | 'summary'>) {
  const after = (words: string) => summary.slice(summary.lastIndexOf(words) + words.length)
  switch (action) {
    case 'task.created':
      return { verb: 'created this task', noun: null }
    case 'task.updated':
      return { verb: 'edited this task', noun: null }
    case 'task.completed':
      return { verb: 'completed this task', noun: null }
    case 'task.status-changed':
      return { verb: 'moved this to', noun: after('” moved to ') }
    case 'task.assigned':
      return summary.endsWith('” unassigned')
        ? { verb: 'removed the assignee', noun: null }
        : { verb: 'assigned this to', noun: after('” assigned to ') }
    case 'task.dependencies-changed':
      return { verb: 'marked this as blocked by', noun: after('” waits for ') }
    default:
      return { verb: summary, noun: null }
  }
}
