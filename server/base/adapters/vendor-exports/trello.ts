import { z } from 'zod'
import { AppError } from '../../core/calls/errors.ts'
import { type Collector, createCollector } from './collector.ts'
import { instantOf } from './dates.ts'
import type { ReadImport } from './items.ts'
import { clean, nameOf, paragraphs, shorten } from './text.ts'

const text = z.string().nullish().catch(null)
const id = z.string().min(1).max(100)
const flag = z.boolean().nullish().catch(null)
const number = z.number().nullish().catch(null)
const listOf = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).nullish().catch(null)

const card = z.object({
  id,
  name: text,
  desc: text,
  idList: id,
  due: text,
  dueComplete: flag,
  closed: flag,
  dateLastActivity: text,
  idMembers: listOf(id),
  labels: listOf(z.object({ name: text, color: text })),
  pos: number,
})

/** The fields of an exported board that are imported; others are ignored. */
const board = z.object({
  id,
  name: text,
  desc: text,
  lists: z.array(z.object({ id, name: text, closed: flag })),
  cards: z.array(z.unknown()),
  members: listOf(z.object({ id, fullName: text, username: text })),
  checklists: listOf(
    z.object({
      id,
      idCard: id,
      name: text,
      pos: number,
      checkItems: listOf(z.object({ name: text, state: text, pos: number })),
    }),
  ),
  actions: listOf(z.unknown()),
})

const commentAction = z.object({
  id,
  type: z.literal('commentCard'),
  date: text,
  memberCreator: z.object({ id, fullName: text }).nullish().catch(null),
  data: z.object({ text, card: z.object({ id }) }),
})

type Board = z.output<typeof board>
type Card = z.output<typeof card>

const MAX_SUBTASKS = 100

/** Parses a board exported by Trello as JSON. Throws BAD_REQUEST if it isn't one. */
export function readTrello(json: unknown): ReadImport {
  const parsed = board.safeParse(json)
  if (!parsed.success) throw new AppError('BAD_REQUEST', 'This Trello board can’t be read. Export it again.')
  const collector = createCollector('trello')
  const { name, desc, id: boardId } = parsed.data
  const project = collector.project(boardId, nameOf(name) || 'Trello board', {
    description: paragraphs(clean(desc)),
  })
  readCards(collector, parsed.data, project)
  readComments(collector, parsed.data)
  return collector.finish()
}

function readCards(collector: Collector, data: Board, project: string): void {
  const lists = new Map(data.lists.map((list) => [list.id, list]))
  const people = new Map(
    (data.members ?? []).map(({ id, fullName, username }) => [
      id,
      nameOf(fullName) || nameOf(username) || 'Somebody',
    ]),
  )
  const checklists = Map.groupBy((data.checklists ?? []).toSorted(byPosition), (list) => list.idCard)
  const cards: Card[] = []
  for (const raw of data.cards) {
    const parsed = card.safeParse(raw)
    if (parsed.success) cards.push(parsed.data)
    else collector.problem(null, 'A card without an id or a list can’t be read.')
  }
  for (const one of cards.sort(byPosition)) {
    const list = lists.get(one.idList)
    const title = nameOf(one.name, 300)
    if (title === '') {
      collector.problem(null, `The card ${one.id} has no title.`)
      continue
    }
    const subtasks = (checklists.get(one.id) ?? []).flatMap((checklist, _index, all) =>
      (checklist.checkItems ?? []).toSorted(byPosition).map((item) => ({
        title: nameOf(all.length > 1 ? `${clean(checklist.name)}: ${clean(item.name)}` : item.name, 300),
        completed: item.state === 'complete',
      })),
    )
    const further = subtasks.slice(MAX_SUBTASKS)
    const labels = (one.labels ?? [])
      .map((label) => nameOf(label.name) || nameOf(label.color))
      .filter(Boolean)
    collector.task({
      kind: 'task',
      line: null,
      external_id: one.id,
      project,
      list: collector.list(one.idList, listName(list)),
      title,
      description: paragraphs(
        clean(one.desc),
        labels.length > 0 ? `Labels: ${labels.join(', ')}` : null,
        further.map((item) => `${item.completed ? '☑' : '☐'} ${item.title}`).join('\n'),
      ),
      people: (one.idMembers ?? []).flatMap((member) => {
        const name = people.get(member)
        return name === undefined ? [] : [collector.person(name)]
      }),
      due: instantOf(one.due),
      done: one.dueComplete === true,
      archived: one.closed === true || list?.closed === true,
      created_at: madeAt(one.id),
      completed_at: instantOf(one.dateLastActivity),
      subtasks: subtasks.slice(0, MAX_SUBTASKS).filter((item) => item.title !== ''),
    })
  }
}

const listName = (list: Board['lists'][number] | undefined): string => {
  const name = nameOf(list?.name) || 'No list'
  return list?.closed === true ? `${name} (archived)` : name
}

/** Exports list the newest first. */
function readComments(collector: Collector, data: Board): void {
  for (const raw of (data.actions ?? []).toReversed()) {
    const parsed = commentAction.safeParse(raw)
    if (!parsed.success) continue
    const { id: actionId, date, memberCreator, data: about } = parsed.data
    const text = shorten(clean(about.text), 5000)
    if (text === '') continue
    const author = nameOf(memberCreator?.fullName) || 'Someone in Trello'
    collector.comment({
      kind: 'comment',
      line: null,
      external_id: actionId,
      task: about.card.id,
      person: memberCreator === null ? '' : collector.person(author),
      author,
      text,
      created_at: instantOf(date),
    })
  }
}

const byPosition = (one: { pos?: number | null }, other: { pos?: number | null }): number =>
  (one.pos ?? 0) - (other.pos ?? 0)

/** Trello's ids start with their creation time in seconds. */
const madeAt = (id: string): string | null =>
  /^[0-9a-f]{24}$/.test(id)
    ? instantOf(new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString())
    : null
