import { z } from 'zod'
import { AppError } from '../../core/calls/errors.ts'
import { type Collector, createCollector } from './collector.ts'
import { instantOf } from './dates.ts'
import { flag, id, raw, readEach, text } from './elements.ts'
import type { ReadImport, TaskItem } from './items.ts'
import { nameLeftOut, readSubtask, splitSubtasks } from './subtasks.ts'
import { clean, nameOf, oneLine } from './text.ts'

/** Only used for sorting. */
const position = z.number().nullish().catch(null)

/**
 * The fields of an exported board that are imported; others are ignored. Elements of its lists are parsed
 * individually.
 */
const board = z.object({
  id,
  name: text.catch(null),
  desc: text.catch(null),
  lists: z.array(z.unknown()),
  cards: z.array(z.unknown()),
  members: raw,
  checklists: raw,
  actions: raw,
})
const list = z.object({ id, name: text, closed: flag })
const member = z.object({ id, fullName: text, username: text })
const checklist = z.object({ idCard: id, name: text, pos: position, checkItems: raw })
const checkItem = z.object({ name: text, state: text, pos: position, due: raw, idMember: raw })
const label = z.object({ name: text, color: text })
const card = z.object({
  id,
  name: text,
  desc: text,
  idList: id,
  start: raw,
  due: raw,
  dueComplete: flag,
  closed: flag,
  dateLastActivity: raw,
  idMembers: raw,
  labels: raw,
  pos: position,
})
const comment = z.object({
  id,
  date: raw,
  memberCreator: z.object({ id: text, fullName: text }).nullish(),
  data: z.object({ text, card: z.object({ id }) }),
})

type Board = z.output<typeof board>
type Card = z.output<typeof card>
type Checklist = z.output<typeof checklist>

/** Parses a board exported by Trello as JSON. Throws BAD_REQUEST if it isn't one. */
export function readTrello(json: unknown): ReadImport {
  const parsed = board.safeParse(json)
  if (!parsed.success) throw new AppError('BAD_REQUEST', 'This Trello board can’t be read. Export it again.')
  const collector = createCollector('trello')
  const { name, desc, id: boardId } = parsed.data
  const project = collector.project(boardId, oneLine(name) || 'Trello board', {
    description: collector.description(null, [clean(desc)]),
  })
  readCards(collector, parsed.data, project)
  readComments(collector, parsed.data)
  return collector.finish()
}

function readCards(collector: Collector, data: Board, project: string): void {
  const lists = new Map(
    readEach(collector, { list: data.lists, schema: list, one: 'list' }).map((one) => [one.id, one]),
  )
  const people = new Map(
    readEach(collector, { list: data.members, schema: member, one: 'member' }).map((one) => [
      one.id,
      oneLine(one.fullName) || oneLine(one.username) || 'Somebody',
    ]),
  )
  const all = readEach(collector, { list: data.checklists, schema: checklist, one: 'checklist' })
  const checklists = Map.groupBy(all.toSorted(byPosition), (one) => one.idCard)
  const cards = readEach(collector, { list: data.cards, schema: card, one: 'card' }).sort(byPosition)
  for (const one of cards) {
    const own = checklists.get(one.id) ?? []
    if (nameOf(one.name) === '') collector.problem(null, `The card ${one.id} has no title.`)
    else {
      checklists.delete(one.id)
      addCard(collector, one, { project, list: lists.get(one.idList), people, checklists: own })
    }
  }
  for (const { name } of [...checklists.values()].flat()) {
    collector.problem(null, `The checklist “${nameOf(name, 60)}” belongs to no card that is imported.`)
  }
}

interface Surroundings {
  project: string
  list: z.output<typeof list> | undefined
  /** Names by id. */
  people: Map<string, string>
  checklists: Checklist[]
}

function addCard(collector: Collector, one: Card, { project, list, people, checklists }: Surroundings): void {
  const of = ` of the card “${nameOf(one.name, 60)}”`
  const { subtasks, further } = splitSubtasks(
    checklists.flatMap((part) => checkItems(collector, part, { of, isOnly: checklists.length === 1 })),
  )
  const labels = readEach(collector, { list: one.labels, schema: label, one: 'label', of })
    .map(({ name, color }) => oneLine(name) || oneLine(color))
    .filter(Boolean)
  const members = membersOf(collector, one, { people, of })
  collector.task({
    kind: 'task',
    line: null,
    external_id: one.id,
    project,
    list: collector.list(one.idList, listName(list)),
    title: collector.title(null, one.name),
    description: collector.description(null, [
      clean(one.desc),
      labels.length > 0 ? `Labels: ${labels.join(', ')}` : null,
      // A task has one assignee.
      members.length > 1 ? `Members: ${members.map(({ name }) => name).join(', ')}` : null,
      further,
    ]),
    people: members.map(({ key }) => key),
    start: collector.instant(null, `The start date${of}`, one.start),
    due: collector.instant(null, `The due date${of}`, one.due),
    done: one.dueComplete === true,
    archived: one.closed === true || list?.closed === true,
    created_at: madeAt(one.id),
    completed_at: collector.instant(null, `The last activity${of}`, one.dateLastActivity),
    subtasks,
  })
}

function checkItems(
  collector: Collector,
  { name, checkItems: items }: Checklist,
  { of, isOnly }: { of: string; isOnly: boolean },
): TaskItem['subtasks'] {
  const path = isOnly ? [] : [clean(name)]
  return readEach(collector, { list: items, schema: checkItem, one: 'checklist item', of })
    .sort(byPosition)
    .flatMap((item) => {
      const completed = item.state === 'complete'
      nameLeftOut(collector, {
        line: null,
        name: item.name,
        details: { 'due date': item.due, member: item.idMember },
      })
      return readSubtask(collector, { line: null, path, name: item.name, completed })
    })
}

function membersOf(
  collector: Collector,
  { idMembers }: Card,
  { people, of }: { people: Map<string, string>; of: string },
): { key: string; name: string }[] {
  return readEach(collector, { list: idMembers, schema: id, one: 'member', of }).flatMap((member) => {
    const name = people.get(member)
    if (name !== undefined) return [{ name, key: collector.person(name, null, member) }]
    collector.problem(null, `A member${of} is not in the file.`)
    return []
  })
}

const listName = (list: Surroundings['list']): string => {
  const name = oneLine(list?.name) || 'No list'
  return list?.closed === true ? `${name} (archived)` : name
}

const COMMENTS = z.looseObject({ type: z.enum(['commentCard', 'copyCommentCard']) })
const OTHERS = z.looseObject({ type: z.string() })

/** Exports list the newest first. */
function readComments(collector: Collector, { actions }: Board): void {
  const about = Array.isArray(actions)
    ? actions.filter((raw) => COMMENTS.safeParse(raw).success || !OTHERS.safeParse(raw).success)
    : actions
  for (const { id, date, memberCreator, data } of readEach(collector, {
    list: about,
    schema: comment,
    one: 'comment',
  }).toReversed()) {
    const text = collector.cut({ line: null, what: 'The comment', text: clean(data.text), max: 5000 })
    if (text === '') {
      collector.problem(null, `The comment ${id} has no text.`)
      continue
    }
    const author = oneLine(memberCreator?.fullName) || 'Someone in Trello'
    collector.comment({
      kind: 'comment',
      line: null,
      external_id: id,
      task: data.card.id,
      person: memberCreator === null ? '' : collector.person(author, null, memberCreator?.id),
      author: nameOf(author),
      text,
      created_at: collector.instant(null, 'The time of a comment', date),
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
