import {
  type About,
  byPlatform,
  type Effect,
  type EventKind,
  event,
  type Sentence,
} from '../base/events/kind.ts'
import { formatCount, quotedNames } from '../base/format.ts'
import type { AgencyId } from '../base/roles.ts'
import type { FileKind } from './files.ts'
import type { RunStepDto } from './processes.ts'
import { PROJECT_STATUS_LABELS, type ProjectStatus } from './projects.ts'
import { TASK_STATUS_LABELS, type TaskStatus } from './tasks.ts'

/** Routers showing a project's name, status, or figures. */
const PROJECTS = [
  'projects',
  'tasks',
  'clients',
  'employees',
  'files',
  'messages',
  'processes',
  'schedule',
  'timesheets',
  'workLog',
  'finance',
  'packages',
]

/** Routers showing tasks; the calendar shows those with a due date. */
const TASKS = ['tasks', 'projects', 'clients', 'employees', 'schedule', 'timesheets', 'workLog']

/** Work within a project and therefore within an agency and client. */
interface OfProject {
  agencyId: AgencyId
  projectId: string
  clientId: string
}

interface Project extends OfProject {
  name: string
}

const project = <Details extends object = object>(
  activity: NonNullable<EventKind<{ id: string } & Project & Details>['activity']>,
  more: Pick<EventKind<{ id: string } & Project & Details>, 'webhook' | 'notifies' | 'effect'> = {},
) => event<Project & Details>({ subject: 'project', touches: PROJECTS, activity, ...more })

interface Task extends OfProject {
  title: string
}

/** The assignee, with or without an account. */
interface AssignedTask extends Task {
  assigneeId: string | null
}

/** A platform administrator's changes to an agency's task are audited. */
const task = <Details extends object = object>(
  sentence: Sentence<{ id: string } & Task & Details>,
  more: Pick<EventKind<{ id: string } & Task & Details>, 'webhook' | 'notifies' | 'effect'> = {},
) =>
  event<Task & Details>({
    subject: 'task',
    touches: TASKS,
    activity: sentence,
    audit: byPlatform(sentence),
    ...more,
  })

interface DueTask {
  title: string
  dueDate: string
  /** The assignee's account. */
  assigneeId: string
}

interface Comment {
  agencyId: AgencyId
  projectId: string
  taskId: string
  taskTitle: string
  internal: boolean
  /** Null if the comment is internal. */
  clientId: string | null
}

const commentOn = ({ internal, taskTitle }: Comment): string =>
  `${internal ? 'Comment' : 'Shared comment'} on “${taskTitle}”`

interface Author {
  userId: string | null
  name: string
}

/** Because of their subject, they are hidden from clients in the feed; shared comments appear at their task. */
const comment = <Details extends object = object>(
  sentence: Sentence<{ id: string } & Comment & Details>,
  more: Pick<EventKind<About & Comment & Details>, 'notifies' | 'effect' | 'announces'> = {},
) =>
  event<Comment & Details>({
    subject: 'comment',
    touches: ['tasks', 'files'],
    activity: sentence,
    audit: byPlatform(sentence),
    ...more,
  })

/** Whom a message or comment mentioned, and when it was sent. */
interface Sent {
  mentioned: readonly string[]
  sentAt: string
}

/** Whom an edited message or comment mentions and didn't before, and the reverse. */
interface Edited {
  mentioned: readonly string[]
  unmentioned: readonly string[]
}

interface File {
  agencyId: AgencyId
  projectId: string
  /** Null if the client can't see it. */
  clientId: string | null
  kind: FileKind
  name: string
  addedAt: string
  /** Whether its client had yet to review it. */
  awaitsReview: boolean
}

/** Deliverables appear in the activity feed; other files only refresh screens. */
const file = <Details extends object = object>(
  sentence: (file: File & Details) => string,
  more: Pick<EventKind, 'notifies' | 'effect'> = {},
) =>
  event<File & Details>({
    subject: 'file',
    touches: ['files', 'projects', 'messages'],
    activity: (about) => (about.kind === 'deliverable' ? sentence(about) : null),
    ...more,
  })

interface Conversation extends OfProject {
  projectName: string
}

/** Only refreshes the screens of the people concerned, because quick tasks are private. */
const quickTask = <Details extends object = object>(more: Pick<EventKind, 'notifies' | 'effect'> = {}) =>
  event<{ userId: string } & Details>({
    subject: 'quick_task',
    touches: ['quickTasks', 'dashboard'],
    ...more,
  })

const processTemplate = (verb: string, effect: Effect = 'sets') =>
  event<{ name: string }>({
    subject: 'process',
    touches: ['processes'],
    effect,
    activity: ({ name }) => `Process ${name} ${verb}`,
  })

interface Run {
  agencyId: AgencyId
  name: string
}

/** A step that is now to be done. */
interface ReachedStep {
  /** Null if earlier steps are still unchecked. */
  reached: Pick<RunStepDto, 'title' | 'role'> | null
  /** The run's project. */
  runProjectId: string | null
}

const run = <Details extends object = object>(
  sentence: (run: Run & Details) => string,
  more: Pick<EventKind, 'notifies' | 'effect'> = {},
) => event<Run & Details>({ subject: 'process_run', touches: ['processes'], activity: sentence, ...more })

export const WORK_EVENTS = {
  'project.created': project(({ name }) => `Project “${name}” created`, { effect: 'adds', webhook: true }),
  'project.updated': project(({ name }) => `Project “${name}” updated`, { effect: 'sets', webhook: true }),
  /** A project given to another client, which `project.updated` or its new status reports. */
  'project.client-changed': event<{ name: string; fromClientId: string }>({
    effect: 'sets',
    subject: 'project',
    touches: PROJECTS,
  }),
  'project.status-changed': project<{ status: ProjectStatus }>(
    ({ name, status }) => `${name} moved to ${PROJECT_STATUS_LABELS[status]}`,
    { effect: 'sets', notifies: ['project_status'], webhook: ({ status }) => ({ status }) },
  ),
  'project.completed': project(({ name }) => `${name} completed`, {
    effect: 'sets',
    notifies: ['project_status'],
    webhook: () => ({ status: 'completed' }),
  }),
  'project.archived': project(({ name }) => `Project “${name}” archived`, { effect: 'sets' }),
  'project.restored': project(({ name }) => `Project “${name}” restored`, { effect: 'sets' }),
  'sample.removed': event<{ name: string }>({
    effect: 'removes',
    subject: 'agency',
    touches: ['projects', 'tasks', 'clients', 'messages', 'dashboard', 'schedule', 'search'],
    activity: ({ name }) => `“${name}” removed`,
    audit: ({ name }) => `“${name}” removed`,
  }),

  'task.created': task<AssignedTask>(({ title }) => `Task “${title}” created`, {
    effect: 'adds',
    webhook: true,
    notifies: ['task_assigned'],
  }),
  /** In the feed as `task.created`. */
  'task.requested': event<Task & { projectName: string }>({
    effect: 'adds',
    subject: 'task',
    touches: [],
    notifies: ['task_request'],
  }),
  'task.updated': task(({ title }) => `Task “${title}” updated`, {
    effect: 'sets',
    webhook: true,
    notifies: [],
  }),
  /** `reopened` if it was completed. */
  'task.status-changed': task<AssignedTask & { status: TaskStatus; reopened: boolean }>(
    ({ title, status }) => `“${title}” moved to ${TASK_STATUS_LABELS[status]}`,
    { effect: 'sets', notifies: ['task_status'], webhook: ({ status }) => ({ status }) },
  ),
  'task.completed': task<AssignedTask>(({ title }) => `“${title}” completed`, {
    effect: 'sets',
    notifies: ['task_status'],
    webhook: () => ({ status: 'done' }),
  }),
  'task.assigned': task<AssignedTask & { assigneeName: string | null }>(
    ({ title, assigneeName }) =>
      assigneeName === null ? `“${title}” unassigned` : `“${title}” assigned to ${assigneeName}`,
    { effect: 'sets', notifies: ['task_assigned'], webhook: true },
  ),
  'task.reordered': event<Task>({
    effect: 'sets',
    subject: 'task',
    touches: ['tasks'],
    activity: byPlatform(({ title }) => `“${title}” moved within its column`),
    audit: byPlatform(({ title }) => `“${title}” moved within its column`),
  }),
  /** A task moved to another project, which `task.updated` reports; its parts in other domains follow. */
  'task.moved': event<Task & { fromProjectId: string }>({
    effect: 'sets',
    subject: 'task',
    touches: [...TASKS, 'files'],
  }),
  'task.repeated': task(({ title }) => `“${title}” repeats`, { webhook: true }),
  'task.subtask-toggled': task<{ subtask: string; completed: boolean }>(
    ({ title, subtask, completed }) => `“${subtask}” of “${title}” ${completed ? 'completed' : 'reopened'}`,
    { effect: 'sets' },
  ),
  'task.dependencies-changed': task<{ blockers: number }>(
    ({ title, blockers }) => `“${title}” waits for ${formatCount(blockers, 'task')}`,
    { effect: 'sets' },
  ),
  'task.deleted': event<Task & { inBulk: boolean }>({
    effect: 'removes',
    subject: 'task',
    touches: TASKS,
    activity: ({ title }) => `Task “${title}” deleted`,
    audit: ({ title, inBulk }) => (inBulk ? null : `Task “${title}” deleted`),
    webhook: true,
    notifies: [],
  }),
  /** Tasks of an agency deleted together; each has its own `task.deleted`. */
  'tasks.deleted': event<{ titles: readonly string[] }>({
    effect: 'removes',
    subject: 'agency',
    touches: [],
    audit: ({ titles }) => `${formatCount(titles.length, 'task')} deleted: ${quotedNames(titles)}`,
  }),

  'task.due-soon': event<DueTask & { day: 'today' | 'tomorrow' }>({
    subject: 'task',
    touches: [],
    notifies: ['task_due'],
  }),
  'task.overdue': event<DueTask>({ subject: 'task', touches: [], notifies: ['task_overdue'] }),
  'comment.added': comment<{ mentioned: readonly string[]; assigneeId: string | null; byClient: boolean }>(
    (about) => commentOn(about),
    { effect: 'adds', announces: ({ internal }) => !internal, notifies: ['mention', 'comment'] },
  ),
  'comment.edited': comment<Edited & { authorId: string | null; sentAt: string }>(
    (about) => `${commentOn(about)} edited`,
    { effect: 'sets', notifies: ['mention'] },
  ),
  'comment.deleted': event<Comment & Sent & { author: Author; assigneeId: string | null }>({
    effect: 'removes',
    subject: 'comment',
    touches: ['tasks', 'files'],
    activity: (about) => `${commentOn(about)} deleted`,
    audit: ({ taskTitle, author }) => `Comment by ${author.name} on “${taskTitle}” deleted`,
    notifies: [],
  }),

  'file.added': file(({ name }) => `File “${name}” added`, { notifies: ['file'] }),
  'file.deleted': {
    ...file(({ name }) => `File “${name}” deleted`, { effect: 'removes', notifies: [] }),
    audit: ({ name }: File) => `File “${name}” deleted`,
  },
  'file.approved': file<{ uploaderId: string | null }>(({ name }) => `“${name}” approved`, {
    effect: 'sets',
    notifies: ['file'],
  }),
  'file.changes-requested': file<{ uploaderId: string | null }>(
    ({ name }) => `Changes to “${name}” requested`,
    { effect: 'sets', notifies: ['file'] },
  ),

  /** Only in the feed if a platform administrator writes: project members see it in the conversation. */
  'message.sent': event<Conversation & { mentioned: readonly string[] }>({
    effect: 'commits',
    subject: 'message',
    touches: ['messages', 'files', 'dashboard'],
    activity: byPlatform(({ projectName }, by) => `${by.name} sent a message in ${projectName}`),
    audit: byPlatform(({ projectName }, by) => `${by.name} sent a message in ${projectName}`),
    notifies: ['mention', 'message'],
  }),
  'message.edited': event<Conversation & Edited>({
    effect: 'sets',
    subject: 'message',
    touches: ['messages'],
    notifies: ['mention'],
  }),
  'message.deleted': event<Conversation & Sent & { files: readonly string[] }>({
    notifies: [],
    effect: 'removes',
    subject: 'message',
    touches: ['messages', 'files', 'dashboard'],
    audit: ({ projectName, files }) =>
      `Message in ${projectName} deleted${files.length === 0 ? '' : ` with ${quotedNames(files)}`}`,
  }),
  'conversation.opened': event<{ projectId: string }>({
    notifies: [],
    effect: 'sets',
    subject: 'project',
    touches: [],
  }),
  'conversation.read': event<OfProject>({
    effect: 'sets',
    subject: 'project',
    touches: ['messages', 'dashboard'],
  }),

  'quick-task.added': quickTask({ effect: 'adds' }),
  'quick-task.changed': quickTask({ effect: 'sets', notifies: [] }),
  'quick-task.assigned': quickTask<{ title: string }>({ effect: 'sets', notifies: ['task_assigned'] }),

  'process.created': processTemplate('created', 'adds'),
  'process.updated': processTemplate('updated'),
  'process.archived': processTemplate('archived'),
  'process.restored': processTemplate('restored'),
  'process-run.started': run<ReachedStep>(({ name }) => `${name} started`, {
    effect: 'adds',
    notifies: ['process'],
  }),
  'process-run.step-done': run<ReachedStep & { step: string }>(
    ({ name, step }) => `${name}: ${step} completed`,
    { effect: 'sets', notifies: ['process'] },
  ),
  'process-run.step-reopened': run<ReachedStep & { step: string }>(
    ({ name, step }) => `${name}: ${step} reopened`,
    { effect: 'sets', notifies: ['process'] },
  ),
  'process-run.completed': run(({ name }) => `${name} completed`, { effect: 'sets', notifies: [] }),
  'process-run.failed': run(({ name }) => `${name} was marked as failed`, { effect: 'sets', notifies: [] }),
}
