import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byDay, deedOf, mergeStream } from '#client/features/work/tasks/detail/stream.ts'
import type { ActivityDto } from '#shared/reactions/activity.ts'
import type { CommentDto } from '#shared/work/tasks.ts'

const comment = (id: string, created_at: string) => ({ id, created_at }) as CommentDto
const event = (id: string, created_at: string, action = 'task.updated', actor_name = 'Emma') =>
  ({ id, created_at, action, actor_name, summary: '' }) as ActivityDto

const instants = fc
  .uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 12 })
  .map((minutes) =>
    minutes
      .toSorted((a, b) => b - a)
      .map((minute) => new Date(Date.UTC(2026, 2, 4, 0, minute)).toISOString()),
  )

test('loads the whole stream in order, page by page, without gaps', () => {
  fc.assert(
    fc.property(instants, instants, fc.nat(12), fc.nat(12), (said, done, comments, events) => {
      const all = mergeStream(
        { items: said.map((at, index) => comment(`c${index}`, at)), more: false },
        { items: done.map((at, index) => event(`e${index}`, at)), more: false },
      ).map(({ id }) => id)
      const part = mergeStream(
        {
          items: said.slice(0, comments).map((at, i) => comment(`c${i}`, at)),
          more: comments < said.length && comments > 0,
        },
        {
          items: done.slice(0, events).map((at, i) => event(`e${i}`, at)),
          more: events < done.length && events > 0,
        },
      ).map(({ id }) => id)
      expect(all).toHaveLength(said.length + done.length)
      const known = (comments > 0 || said.length === 0) && (events > 0 || done.length === 0)
      if (known) expect(part).toEqual(all.slice(0, part.length))
    }),
  )
})

test("uses the viewer's days and groups repeated actions", () => {
  const items = mergeStream(
    { items: [comment('c1', '2026-03-04T22:30:00.000Z')], more: false },
    {
      items: [
        event('e1', '2026-03-04T23:30:00.000Z'),
        event('e2', '2026-03-04T21:00:00.000Z'),
        event('e3', '2026-03-04T20:00:00.000Z'),
        event('e4', '2026-03-04T19:00:00.000Z', 'task.updated', 'Liam'),
        event('e5', '2026-03-04T18:00:00.000Z', 'task.completed'),
        event('e6', '2026-03-04T17:00:00.000Z', 'task.completed'),
      ],
      more: false,
    },
  )
  const shown = byDay(items, 'Europe/Berlin').map(({ day, items: of }) => [
    day,
    of.map((item) => (item.kind === 'event' ? `${item.id}×${item.times}` : item.id)),
  ])
  expect(shown).toEqual([
    ['2026-03-05', ['e1×1']],
    ['2026-03-04', ['c1', 'e2×2', 'e4×1', 'e5×1', 'e6×1']],
  ])
})

test.each([
  ['task.created', 'Task “A” created', 'created this task', null],
  ['task.status-changed', '“Say ” moved to ” twice” moved to In Progress', 'moved this to', 'In Progress'],
  ['task.assigned', '“A” assigned to Emma Rivera', 'assigned this to', 'Emma Rivera'],
  ['task.assigned', '“A” unassigned', 'removed the assignee', null],
  ['task.dependencies-changed', '“A” waits for 2 tasks', 'marked this as blocked by', '2 tasks'],
  ['task.subtask-toggled', '“B” of “A” completed', '“B” of “A” completed', null],
])('splits %s into verb and noun', (action, summary, verb, noun) => {
  expect(deedOf({ action, summary })).toEqual({ verb, noun })
})
