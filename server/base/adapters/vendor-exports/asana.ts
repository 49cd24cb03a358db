import { z } from 'zod'
import { AppError } from '../../core/calls/errors.ts'
import type { CsvRecord } from '../tables/csv.ts'
import { createCollector } from './collector.ts'
import { instantOf, readDate } from './dates.ts'
import type { ReadImport, TaskItem } from './items.ts'
import { clean, nameOf, paragraphs } from './text.ts'

const MAX_SUBTASKS = 100

/** Parses a project's CSV export, in which subtasks are separate rows that name their parent. */
export function readAsanaCsv(records: readonly CsvRecord[]): ReadImport {
  const collector = createCollector('asana')
  const shared = sharedProject(records)
  const byTitle = new Map<string, TaskItem>()
  const parts: { record: CsvRecord; parent: string }[] = []
  const tasks: TaskItem[] = []
  for (const record of records) {
    const { line, values } = record
    const title = nameOf(values.name, 300)
    const id = nameOf(values.task_id, 100)
    if (title === '' || id === '') {
      collector.problem(line, title === '' ? 'This task has no name.' : 'This task has no ID.')
      continue
    }
    const parent = nameOf(values.parent_task, 300)
    if (parent !== '') {
      parts.push({ record, parent })
      continue
    }
    const project = projectOf(values.projects, shared)
    const section = nameOf(values['section/column'] ?? values.section) || 'No section'
    const task: TaskItem = {
      kind: 'task',
      line,
      external_id: id,
      project: collector.project(null, project || 'Asana'),
      list: collector.list(section.toLowerCase(), section),
      title,
      description: paragraphs(clean(values.notes), tagsOf(values.tags)),
      people: personOf(collector, values.assignee, values.assignee_email),
      due: dueOf(collector, record),
      done: clean(values.completed_at) !== '',
      archived: false,
      created_at: instantOf(values.created_at),
      completed_at: instantOf(values.completed_at),
      subtasks: [],
    }
    if (!byTitle.has(title)) byTitle.set(title, task)
    tasks.push(task)
  }
  for (const { record, parent } of parts) {
    const task = byTitle.get(parent)
    if (task === undefined) collector.problem(record.line, `Its parent task “${parent}” is not in the file.`)
    else if (task.subtasks.length >= MAX_SUBTASKS) {
      collector.problem(record.line, `A task has at most ${MAX_SUBTASKS} subtasks.`)
    } else {
      const completed = clean(record.values.completed_at) !== ''
      task.subtasks.push({ title: nameOf(record.values.name, 300), completed })
    }
  }
  for (const task of tasks) collector.task(task)
  return collector.finish()
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
  nameOf(shared ?? clean(cell).split(',')[0])

function dueOf(collector: ReturnType<typeof createCollector>, { line, values }: CsvRecord): string | null {
  const due = clean(values.due_date)
  if (due === '' || (readDate(due, 'dmy') ?? readDate(due, 'mdy')) !== null) return due || null
  collector.problem(line, `Its due date “${nameOf(due, 40)}” can’t be read and is left out.`)
  return null
}

const tagsOf = (tags: string | undefined): string | null =>
  clean(tags) === '' ? null : `Tags: ${nameOf(tags, 500)}`

const personOf = (
  collector: ReturnType<typeof createCollector>,
  name: string | undefined,
  email: string | undefined,
): string[] => {
  const key = collector.person(nameOf(name), nameOf(email, 254) || null)
  return key === '' ? [] : [key]
}

const text = z.string().nullish().catch(null)
const named = z.object({ name: text }).nullish().catch(null)
const subtask = z.object({ name: text, completed: z.boolean().nullish().catch(null) })
const jsonTask = z.object({
  gid: z.string().min(1).max(100),
  name: text,
  notes: text,
  completed: z.boolean().nullish().catch(null),
  completed_at: text,
  created_at: text,
  due_on: text,
  due_at: text,
  assignee: z.object({ name: text, email: text }).nullish().catch(null),
  memberships: z
    .array(z.object({ project: named, section: named }))
    .nullish()
    .catch(null),
  projects: z
    .array(z.object({ name: text }))
    .nullish()
    .catch(null),
  tags: z
    .array(z.object({ name: text }))
    .nullish()
    .catch(null),
  subtasks: z.array(subtask).nullish().catch(null),
})

/** Parses a project's JSON export. */
export function readAsanaJson(tasks: readonly unknown[]): ReadImport {
  const collector = createCollector('asana')
  for (const raw of tasks) {
    const parsed = jsonTask.safeParse(raw)
    const title = parsed.success ? nameOf(parsed.data.name, 300) : ''
    if (!parsed.success || title === '') {
      collector.problem(null, 'A task without an ID or a name can’t be read.')
      continue
    }
    const task = parsed.data
    const [membership] = task.memberships ?? []
    const project = nameOf(membership?.project?.name ?? task.projects?.[0]?.name) || 'Asana'
    const section = nameOf(membership?.section?.name) || 'No section'
    collector.task({
      kind: 'task',
      line: null,
      external_id: task.gid,
      project: collector.project(null, project),
      list: collector.list(section.toLowerCase(), section),
      title,
      description: paragraphs(
        clean(task.notes),
        tagsOf((task.tags ?? []).map((tag) => nameOf(tag.name)).join(', ')),
      ),
      people: personOf(collector, task.assignee?.name ?? '', task.assignee?.email ?? ''),
      due: clean(task.due_on) || instantOf(task.due_at),
      done: task.completed === true,
      archived: false,
      created_at: instantOf(task.created_at),
      completed_at: instantOf(task.completed_at),
      subtasks: (task.subtasks ?? [])
        .map((part) => ({ title: nameOf(part.name, 300), completed: part.completed === true }))
        .filter((part) => part.title !== '')
        .slice(0, MAX_SUBTASKS),
    })
  }
  return collector.finish()
}

/** The tasks of a JSON export; null if it isn't one. */
export function asanaTasks(json: unknown): unknown[] | null {
  const parsed = z.object({ data: z.array(z.object({ gid: z.string() }).loose()) }).safeParse(json)
  return parsed.success ? parsed.data.data : null
}

export const asanaJsonError = (): AppError =>
  new AppError('BAD_REQUEST', 'This JSON file is neither a Trello board nor an Asana project.', {
    reason: 'unknown_format',
  })
