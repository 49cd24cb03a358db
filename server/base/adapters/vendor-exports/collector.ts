import { formatNumber } from '#shared/base/format.ts'
import { hasLostCharacters } from '#shared/base/text/decoding.ts'
import { storedEmail } from '#shared/base/text/email.ts'
import {
  type ImportName,
  type ImportOverview,
  type ImportProblem,
  type ImportSample,
  type ImportSource,
  MAX_IMPORT_NAMES,
  MAX_IMPORT_ROWS,
} from '#shared/overview/imports.ts'
import type { TaskStatus } from '#shared/work/tasks.ts'
import { AppError } from '../../core/calls/errors.ts'
import { showEmails } from '../../core/shown-emails.ts'
import { instantOf, isDate, watchDates } from './dates.ts'
import { digest, type EntryIdentity, type EntryIds, identifyEntries } from './entry-ids.ts'
import type { CommentItem, EntryItem, ImportItem, ReadImport, TaskItem } from './items.ts'
import { clean, MAX_DESCRIPTION, nameOf, shorten } from './text.ts'

const SHOWN_PROBLEMS = 200
const SHOWN_SAMPLES = 8

const MAX_NAME = 200
const MAX_TITLE = 300

interface Cut {
  line: number | null
  what: string
  text: string
  max: number
}

type Named<More = object> = Map<string, ImportName & More>

export type Collector = ReturnType<typeof createCollector>

/** Collects a file's rows and the names in it, with the number of rows for each. */
export function createCollector(source: ImportSource) {
  const clients: Named = new Map()
  const projects: Named<{ client: string; description: string | null }> = new Map()
  const lists: Named<{ suggested: TaskStatus }> = new Map()
  const people: Named<{ email: string | null }> = new Map()
  const personIds = new Map<string, string>()
  const rows: (TaskItem | CommentItem | EntryItem)[] = []
  const problems: ImportProblem[] = []
  const samples: ImportSample[] = []
  const identities = new Map<EntryItem, EntryIdentity>()
  const longNames = new Set<string>()
  const dates = watchDates()
  let problemCount = 0
  let archived = 0
  let seconds = 0
  let asksBillable = false

  const client = (text: string): string => {
    const { key, name } = named(text)
    if (!clients.has(key)) clients.set(key, { key, name, count: 0 })
    return key
  }

  function problem(line: number | null, message: string): void {
    if (problemCount++ < SHOWN_PROBLEMS) problems.push({ line, message })
  }

  /** A name and its key. A name that is too long is shortened, which is reported, but stays distinct from others. */
  function named(text: string): { name: string; key: string } {
    if (text.length <= MAX_NAME) return { name: text, key: text.toLowerCase() }
    if (!longNames.has(text)) {
      longNames.add(text)
      problem(null, `The name “${nameOf(text, 60)}” has more than ${MAX_NAME} characters and is shortened.`)
    }
    return { name: shorten(text, MAX_NAME), key: digest([text.toLowerCase()]) }
  }

  /** The text, shortened and reported as a problem if it is too long. */
  function cut({ line, what, text, max }: Cut): string {
    if (text.length > max) {
      const start = nameOf(text, 60)
      problem(line, `${what} “${start}” has more than ${formatNumber(max)} characters and is shortened.`)
    }
    return shorten(text, max)
  }

  /** Null for no time, and for an unreadable one, which is reported as a problem. */
  function instant(line: number | null, what: string, value: unknown): string | null {
    if (value === undefined || value === null || value === '') return null
    const read = typeof value === 'string' ? instantOf(value) : null
    if (read === null) {
      problem(line, `${what} “${nameOf(String(value), 40)}” can’t be read and is left out.`)
    }
    return read
  }

  return {
    dates,
    problem,
    /** Returns the project's key; empty for no project. */
    project(
      id: string | null,
      text: string,
      of: { client?: string; description?: string | null } = {},
    ): string {
      if (text === '') return ''
      const clientKey = client(of.client ?? '')
      const { name, key: plain } = named(text)
      const key = id ?? JSON.stringify([clientKey, plain])
      if (!projects.has(key)) {
        projects.set(key, { key, name, count: 0, client: clientKey, description: of.description ?? null })
        const owner = clients.get(clientKey)
        if (owner !== undefined) owner.count++
      }
      return key
    },
    list(id: string | null, text: string): string {
      const { name, key: plain } = named(text)
      const key = id ?? plain
      if (!lists.has(key)) lists.set(key, { key, name, count: 0, suggested: statusLike(name) })
      return key
    },
    /**
     * Returns the person's key: the email if the file has it, else the name, with the id for a second person
     * of that name; empty if there is no person.
     */
    person(text: string, email: string | null = null, id: string | null = null): string {
      const { name, key: byName } = named(text)
      const address = storedEmail(email ?? '')
      // As people see it, because they send it back with their choice.
      const plain = address === null ? email || byName : showEmails(address)
      if (plain === '') return ''
      const owner = id ?? ''
      const isOther = address === null && owner !== '' && (personIds.get(plain) ?? owner) !== owner
      const key = isOther ? `${plain} (${owner})` : plain
      if (!isOther && owner !== '') personIds.set(plain, owner)
      if (!people.has(key)) {
        const shown = isOther ? `${name} (${owner})` : name || key
        people.set(key, { key, name: shown, email: address, count: 0 })
      }
      return key
    },
    cut,
    title: (line: number | null, text: unknown): string =>
      cut({ line, what: 'The title', text: clean(text).replace(/\s+/g, ' '), max: MAX_TITLE }),
    /** The parts, one below the other; null if all are empty. */
    description: (line: number | null, parts: (string | null)[]): string | null =>
      cut({
        line,
        what: 'The description',
        text: parts.filter(Boolean).join('\n\n'),
        max: MAX_DESCRIPTION,
      }) || null,
    instant,
    /** An instant, or a calendar date as written; null as for `instant`. */
    moment(line: number | null, what: string, value: unknown): string | null {
      const text = clean(value)
      return instantOf(text) === null && isDate(text) ? text : instant(line, what, value)
    },
    task(item: TaskItem): void {
      add(item)
      count(projects, item.project)
      count(lists, item.list)
      for (const key of item.people) count(people, key)
      if (item.archived) archived++
      for (const date of [item.start, item.due, item.created_at, item.completed_at]) {
        if (date !== null) dates.see(date)
      }
      sample(item, item.title, item.due ?? '', item.people[0])
    },
    comment(item: CommentItem): void {
      add(item)
      count(people, item.person)
    },
    entry(values: Omit<EntryItem, keyof EntryIds>, identity: EntryIdentity): void {
      const item: EntryItem = { ...values, external_id: '' }
      add(item)
      identities.set(item, identity)
      count(projects, item.project)
      count(people, item.person)
      seconds += item.seconds
      if (item.billable === null) asksBillable = true
      dates.see(item.date)
      sample(item, item.note ?? '', item.date, item.person)
    },
    finish(): ReadImport {
      for (const names of [clients, projects, lists, people]) {
        if (names.size > MAX_IMPORT_NAMES) {
          throw new AppError(
            'BAD_REQUEST',
            `This file contains more than ${MAX_IMPORT_NAMES} clients, projects, lists or people. Export it in parts.`,
          )
        }
        for (const { name } of names.values()) {
          if (hasLostCharacters(name)) problem(null, `The name “${name}” lost characters before the export.`)
        }
      }
      // Identified last, because a later date may show the order of all.
      const idsOf = identifyEntries(dates.tell().dates)
      for (const [item, identity] of identities) Object.assign(item, idsOf(item, identity))
      return { source, overview: overview(), items: [...heads(), ...rows.sort(tasksFirst)] }
    },
  }

  function add(item: TaskItem | CommentItem | EntryItem): void {
    if (rows.length === MAX_IMPORT_ROWS) throw tooManyRows()
    rows.push(item)
    const text = ownText(item)
    if (hasLostCharacters(text)) {
      problem(item.line, `“${nameOf(text, 60)}” lost characters before the export. It is imported as it is.`)
    }
  }

  function sample(item: TaskItem | EntryItem, title: string, date: string, person = ''): void {
    if (samples.length === SHOWN_SAMPLES) return
    const project = projects.get(item.project)?.name ?? ''
    const name = people.get(person)?.name ?? ''
    samples.push({ line: item.line, kind: item.kind, title: nameOf(title, 120), project, person: name, date })
  }

  function projectsOf(clientKey: string): string[] {
    return [...projects.values()].flatMap(({ key, client: of }) => (of === clientKey ? [key] : []))
  }

  function heads(): ImportItem[] {
    return [
      ...[...clients.values()].map(({ key, name }) => ({
        kind: 'client' as const,
        line: null,
        external_id: key === '' ? `${NO_CLIENT}${digest(projectsOf(''))}` : key,
        key,
        name,
      })),
      ...[...projects.values()].map(({ key, name, client, description }) => ({
        kind: 'project' as const,
        line: null,
        external_id: key,
        name,
        client,
        description,
      })),
    ]
  }

  function overview(): ImportOverview {
    const of = (kind: ImportItem['kind']) => rows.filter((item) => item.kind === kind).length
    return {
      counts: {
        client: [...clients.keys()].filter((key) => key !== '').length,
        project: projects.size,
        task: of('task'),
        comment: of('comment'),
        entry: of('entry'),
      },
      seconds,
      ...dates.tell(),
      asks_billable: asksBillable,
      archived,
      lists: [...lists.values()],
      people: [...people.values()],
      clients: [...clients.values()],
      projects: [...projects.values()].map(({ description: _, ...project }) => project),
      samples,
      problems,
      problem_count: problemCount,
    }
  }
}

/** Adds what was noticed about the file as a whole, first. */
export function withProblems(read: ReadImport, problems: ImportProblem[]): ReadImport {
  const { overview } = read
  const shown = [...problems, ...overview.problems].slice(0, SHOWN_PROBLEMS)
  const problem_count = overview.problem_count + problems.length
  return { ...read, overview: { ...overview, problems: shown, problem_count } }
}

/** The item's own texts, without the names it refers to. */
function ownText(item: TaskItem | CommentItem | EntryItem): string {
  if (item.kind === 'entry') return item.note ?? ''
  if (item.kind === 'comment') return item.text
  const { title, description, subtasks } = item
  return [title, description, ...subtasks.map((part) => part.title)].filter(Boolean).join(' · ')
}

/** Prefixes the id of the client of projects without one, which may differ between files. */
export const NO_CLIENT = '\u0001'

const ORDER = { task: 0, comment: 1, entry: 2 }
const tasksFirst = (one: { kind: keyof typeof ORDER }, other: { kind: keyof typeof ORDER }): number =>
  ORDER[one.kind] - ORDER[other.kind]

const count = (names: Map<string, ImportName>, key: string): void => {
  const name = names.get(key)
  if (name !== undefined) name.count++
}

export const tooManyRows = (): AppError =>
  new AppError(
    'BAD_REQUEST',
    `This file has more than ${formatNumber(MAX_IMPORT_ROWS)} rows. Export it in parts.`,
  )

/** The most likely status for a list with this name. */
function statusLike(name: string): TaskStatus {
  if (/\b(not|un)\b|\bun(started|finished|approved|tested)\b/i.test(name)) return 'todo'
  if (/\b(done|complete[d]?|finished|closed|shipped|live|launched|archive[d]?)\b/i.test(name)) return 'done'
  if (/\b(review|approv\w*|test\w*|qa|feedback|verify\w*)\b/i.test(name)) return 'review'
  if (/\b(doing|progress|working|active|wip|started|current|develop\w*)\b/i.test(name)) return 'in_progress'
  return 'todo'
}
