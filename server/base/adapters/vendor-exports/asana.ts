import { z } from 'zod'
import { AppError } from '../../core/calls/errors.ts'
import { type CsvRecord, SURPLUS } from '../tables/csv.ts'
import { type AsanaRow, ancestryOf, linkRows } from './asana-table.ts'
import { type Collector, createCollector } from './collector.ts'
import { isDate } from './dates.ts'
import { flag, id, raw, readEach, text } from './elements.ts'
import type { ReadImport, TaskItem } from './items.ts'
import { nameLeftOut, readSubtask, splitSubtasks } from './subtasks.ts'
import { clean, nameOf, oneLine } from './text.ts'

/** Parses a project's CSV export, in which subtasks are separate rows that name their parent. */
export function readAsanaCsv(records: readonly CsvRecord[]): ReadImport {
  const collector = createCollector('asana')
  const shared = sharedProject(records)
  const rows = linkRows(records)
  const parts = new Map<AsanaRow, TaskItem['subtasks']>()
  const tasks: AsanaRow[] = []
  for (const row of rows) {
    const { line, values } = row.record
    const problem = problemOf(row)
    if (problem !== null) collector.problem(line, problem)
    else if (row.parent === null) tasks.push(row)
    else {
      const ancestry = ancestryOf(row)
      if (ancestry === null || problemOf(ancestry.task) !== null) {
        collector.problem(line, `Its parent task “${row.parent.title}” is left out.`)
        continue
      }
      const { task, path } = ancestry
      const completed = clean(values.completed_at) !== ''
      const read = readSubtask(collector, { line, path, name: values.name, completed })
      const { notes, start_date, due_date, assignee, tags } = values
      nameLeftOut(collector, {
        line,
        name: values.name,
        details: { notes, 'start date': start_date, 'due date': due_date, assignee, tags },
      })
      parts.set(task, [...(parts.get(task) ?? []), ...read])
    }
  }
  for (const task of tasks) addTask(collector, task, { shared, parts: parts.get(task) ?? [] })
  return collector.finish()
}

function problemOf({ title, record, problem }: AsanaRow): string | null {
  if (record.surplus) return SURPLUS
  if (title === '') return 'This task has no name.'
  return nameOf(record.values.task_id, 100) === '' ? 'This task has no ID.' : problem
}

function addTask(
  collector: Collector,
  { record }: AsanaRow,
  { shared, parts }: { shared: string | null; parts: TaskItem['subtasks'] },
): void {
  const { line, values } = record
  const project = projectOf(values.projects, shared)
  const projects = oneLine(values.projects)
  const section = oneLine(values['section/column'] ?? values.section) || 'No section'
  const { subtasks, further } = splitSubtasks(parts)
  collector.task({
    kind: 'task',
    line,
    external_id: nameOf(values.task_id, 100),
    project: collector.project(null, project || 'Asana'),
    list: collector.list(null, section),
    title: collector.title(line, values.name),
    description: collector.description(line, [
      clean(values.notes),
      projects === project ? null : `Projects: ${projects}`,
      tagsOf(values.tags),
      further,
    ]),
    people: personOf(collector, { name: values.assignee, email: values.assignee_email }),
    start: dateOf(collector, { line, what: 'Its start date', text: values.start_date }),
    due: dateOf(collector, { line, what: 'Its due date', text: values.due_date }),
    done: clean(values.completed_at) !== '',
    archived: false,
    created_at: collector.moment(line, 'Its creation time', values.created_at),
    completed_at: collector.moment(line, 'Its completion time', values.completed_at),
    subtasks,
  })
}

/** The project that all tasks share: a cell lists all projects of a task, whose names may contain commas. */
function sharedProject(records: readonly CsvRecord[]): string | null {
  const cells = records.map(({ values }) => clean(values.projects)).filter((cell) => cell !== '')
  const shortest = cells.reduce<string | null>(
    (best, cell) => (best === null || cell.length < best.length ? cell : best),
    null,
  )
  if (shortest === null) return null
  const inAll = cells.every(
    (cell) =>
      cell === shortest ||
      cell.startsWith(`${shortest},`) ||
      cell.endsWith(`,${shortest}`) ||
      cell.endsWith(`, ${shortest}`) ||
      cell.includes(`,${shortest},`) ||
      cell.includes(`, ${shortest},`),
  )
  return inAll ? shortest : null
}

const projectOf = (cell: string | undefined, shared: string | null): string =>
  oneLine(shared ?? clean(cell).split(',')[0])

function dateOf(
  collector: Collector,
  { line, what, text }: { line: number | null; what: string; text: unknown },
): string | null {
  const date = clean(text)
  if (date === '' || isDate(date)) return date || null
  collector.problem(line, `${what} “${nameOf(date, 40)}” can’t be read and is left out.`)
  return null
}

const tagsOf = (tags: string | undefined): string | null =>
  clean(tags) === '' ? null : `Tags: ${oneLine(tags)}`

const personOf = (
  collector: Collector,
  person: { gid?: string | null; name?: string | null; email?: string | null } | null | undefined,
): string[] => {
  const key = collector.person(oneLine(person?.name), nameOf(person?.email, 254) || null, person?.gid)
  return key === '' ? [] : [key]
}

const named = z.object({ name: text }).nullish()
const MAX_LEVELS = 10
const jsonTask = z.object({
  gid: id,
  name: text,
  notes: text,
  completed: flag,
  completed_at: raw,
  created_at: raw,
  start_on: text,
  start_at: text,
  due_on: text,
  due_at: text,
  assignee: z.object({ gid: text, name: text, email: text }).nullish(),
  memberships: raw,
  projects: raw,
  tags: raw,
  subtasks: raw,
})
const subtask = z.object({
  name: text,
  completed: flag,
  notes: raw,
  start_on: raw,
  due_on: raw,
  assignee: raw,
  tags: raw,
  subtasks: raw,
})
const membership = z.object({ project: named, section: named })

/** Parses a project's JSON export. */
export function readAsanaJson(tasks: readonly unknown[]): ReadImport {
  const collector = createCollector('asana')
  for (const task of readEach(collector, { list: tasks, schema: jsonTask, one: 'task' })) {
    if (nameOf(task.name) === '') collector.problem(null, `The task ${task.gid} has no name.`)
    else addJsonTask(collector, task)
  }
  return collector.finish()
}

function addJsonTask(collector: Collector, task: z.output<typeof jsonTask>): void {
  const of = ` of the task “${nameOf(task.name, 60)}”`
  const places = readEach(collector, { list: task.memberships, schema: membership, one: 'membership', of })
  const [first] = places
  const projects = readEach(collector, {
    list: task.projects,
    schema: z.object({ name: text }),
    one: 'project',
    of,
  })
  const tags = readEach(collector, { list: task.tags, schema: z.object({ name: text }), one: 'tag', of })
  const project = oneLine(first?.project?.name ?? projects[0]?.name) || 'Asana'
  const section = oneLine(first?.section?.name) || 'No section'
  const all = [...places.map((place) => place.project?.name), ...projects.map(({ name }) => name)]
  const others = [...new Set(all.map(oneLine).filter((name) => name !== '' && name !== project))]
  const { subtasks, further } = splitSubtasks(jsonSubtasks(collector, { list: task.subtasks, of, path: [] }))
  const start = dayOf(collector, { what: 'start', of, on: task.start_on, at: task.start_at })
  const due = dayOf(collector, { what: 'due', of, on: task.due_on, at: task.due_at })
  collector.task({
    kind: 'task',
    line: null,
    external_id: task.gid,
    project: collector.project(null, project),
    list: collector.list(null, section),
    title: collector.title(null, task.name),
    description: collector.description(null, [
      clean(task.notes),
      others.length > 0 ? `Projects: ${[project, ...others].join(', ')}` : null,
      tagsOf(tags.map((tag) => oneLine(tag.name)).join(', ')),
      further,
    ]),
    people: personOf(collector, task.assignee),
    start,
    due,
    done: task.completed === true,
    archived: false,
    created_at: collector.moment(null, `The creation time${of}`, task.created_at),
    completed_at: collector.moment(null, `The completion time${of}`, task.completed_at),
    subtasks,
  })
}

/** A day, or the time of a task that has one. */
const dayOf = (
  collector: Collector,
  { what, of, on, at }: { what: 'start' | 'due'; of: string; on: unknown; at: unknown },
): string | null =>
  clean(on) === ''
    ? collector.instant(null, `The ${what} time${of}`, at)
    : dateOf(collector, { line: null, what: `The ${what} date${of}`, text: on })

/** Subtasks of all levels, those of lower ones with their parents' names. */
function jsonSubtasks(
  collector: Collector,
  { list, of, path }: { list: unknown; of: string; path: string[] },
): TaskItem['subtasks'] {
  return readEach(collector, { list, schema: subtask, one: 'subtask', of }).flatMap((part) => {
    const { notes, start_on, due_on, assignee, tags, name } = part
    const noTags = Array.isArray(tags) && tags.length === 0
    nameLeftOut(collector, {
      line: null,
      name,
      details: {
        notes,
        'start date': start_on,
        'due date': due_on,
        assignee,
        tags: noTags ? null : tags,
      },
    })
    const further = { list: part.subtasks, of, path: [...path, nameOf(part.name, 300)] }
    if (part.subtasks != null && path.length === MAX_LEVELS) {
      collector.problem(null, `Subtasks${of} below the ${MAX_LEVELS}th level are left out.`)
      further.list = null
    }
    return [
      ...readSubtask(collector, { line: null, path, name: part.name, completed: part.completed === true }),
      ...jsonSubtasks(collector, further),
    ]
  })
}

/** The tasks of a JSON export; null if it isn't one. */
export function asanaTasks(json: unknown): unknown[] | null {
  const { data } = z.object({ data: z.array(z.unknown()) }).safeParse(json).data ?? {}
  const isTask = (raw: unknown) => z.object({ gid: z.string() }).safeParse(raw).success
  return data !== undefined && (data.length === 0 || data.some(isTask)) ? data : null
}

export const asanaJsonError = (): AppError =>
  new AppError('BAD_REQUEST', 'This JSON file is neither a Trello board nor an Asana project.', {
    reason: 'unknown_format',
  })
