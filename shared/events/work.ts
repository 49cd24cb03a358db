import type { FileKind } from '../files.ts'
import type { RunStepDto } from '../processes.ts'
import { PROJECT_STATUS_LABELS, type ProjectStatus } from '../projects.ts'
import type { AgencyId } from '../roles.ts'
import { TASK_STATUS_LABELS, type TaskStatus } from '../tasks.ts'
import { byPlatform, type EventKind, event, type Sentence } from './kind.ts'

/** What shows a project: its name, its status, or figures of it. */
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

/** What shows a task; the calendar does, once it has a due date. */
const TASKS = ['tasks', 'projects', 'clients', 'employees', 'schedule', 'timesheets', 'workLog']

/** The work belongs to a project, and so to an agency and a client company. */
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
  more: Pick<EventKind, 'webhook' | 'notifies'> = {},
) => event<Project & Details>({ subject: 'project', touches: PROJECTS, activity, ...more })

interface Task extends OfProject {
  title: string
}

/** The assignee of a task, of whom the portal knows an account or not. */
interface AssignedTask extends Task {
  assigneeId: string | null
}

/** What the platform's administrator does to an agency's task is audited. */
const task = <Details extends object = object>(
  sentence: Sentence<{ id: string } & Task & Details>,
  more: Pick<EventKind, 'webhook' | 'notifies'> = {},
) =>
  event<Task & Details>({
    subject: 'task',
    touches: TASKS,
    activity: sentence,
    audit: byPlatform(sentence),
    ...more,
  })

interface Comment {
  agencyId: AgencyId
  projectId: string
  taskId: string
  taskTitle: string
}

/** Comments are the team's own: without a client, and by their subject, they stay hidden from clients. */
const comment = <Details extends object = object>(
  sentence: Sentence<{ id: string } & Comment & Details>,
  more: Pick<EventKind, 'notifies'> = {},
) =>
  event<Comment & Details>({
    subject: 'comment',
    touches: ['tasks'],
    activity: sentence,
    audit: byPlatform(sentence),
    ...more,
  })

interface File {
  agencyId: AgencyId
  projectId: string
  /** Null for what the client does not see. */
  clientId: string | null
  kind: FileKind
  name: string
}

/** Deliverables appear in the feed; other files only refresh the screens that show them. */
const file = <Details extends object = object>(
  sentence: (file: File & Details) => string,
  more: Pick<EventKind, 'notifies'> = {},
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

/** Refreshes the screens of whom the quick task concerns; it is private, so nothing is said of it. */
const quickTask = <Details extends object = object>(more: Pick<EventKind, 'notifies'> = {}) =>
  event<{ userId: string } & Details>({
    subject: 'quick_task',
    touches: ['quickTasks', 'dashboard'],
    ...more,
  })

const processTemplate = (verb: string) =>
  event<{ name: string }>({
    subject: 'process',
    touches: ['processes'],
    activity: ({ name }) => `Process ${name} ${verb}`,
  })

interface Run {
  agencyId: AgencyId
  name: string
}

/** A step that somebody is to do now. */
interface ReachedStep {
  /** Null where a step was ticked that others still come before. */
  reached: Pick<RunStepDto, 'title' | 'role'> | null
  /** The project the run is for. */
  runProjectId: string | null
}

const run = <Details extends object = object>(
  sentence: (run: Run & Details) => string,
  more: Pick<EventKind, 'notifies'> = {},
) => event<Run & Details>({ subject: 'process_run', touches: ['processes'], activity: sentence, ...more })

export const WORK_EVENTS = {
  'project.created': project(({ name }) => `Project “${name}” created`, { webhook: true }),
  'project.updated': project(({ name }) => `Project “${name}” updated`, { webhook: true }),
  'project.status-changed': project<{ status: ProjectStatus }>(
    ({ name, status }) => `${name} moved to ${PROJECT_STATUS_LABELS[status]}`,
    { notifies: ['project_status'] },
  ),
  'project.completed': project(({ name }) => `${name} completed`, { notifies: ['project_status'] }),
  'project.archived': project(({ name }) => `Project “${name}” archived`),
  'project.restored': project(({ name }) => `Project “${name}” restored`),
  'sample.removed': event<{ name: string }>({
    subject: 'agency',
    touches: ['projects', 'tasks', 'clients', 'messages', 'dashboard', 'schedule', 'search'],
    activity: ({ name }) => `“${name}” removed`,
  }),

  'task.created': task<AssignedTask>(({ title }) => `Task “${title}” created`, {
    webhook: true,
    notifies: ['task_assigned'],
  }),
  'task.updated': task(({ title }) => `Task “${title}” updated`, { webhook: true }),
  'task.status-changed': task<AssignedTask & { status: TaskStatus }>(
    ({ title, status }) => `“${title}” moved to ${TASK_STATUS_LABELS[status]}`,
    { notifies: ['task_status'] },
  ),
  'task.completed': task<AssignedTask>(({ title }) => `“${title}” completed`, { notifies: ['task_status'] }),
  'task.assigned': task<AssignedTask & { assigneeName: string | null }>(
    ({ title, assigneeName }) =>
      assigneeName === null ? `“${title}” unassigned` : `“${title}” assigned to ${assigneeName}`,
    { notifies: ['task_assigned'] },
  ),
  'task.reordered': event<Task>({
    subject: 'task',
    touches: ['tasks'],
    activity: byPlatform(({ title }) => `“${title}” moved within its column`),
    audit: byPlatform(({ title }) => `“${title}” moved within its column`),
  }),
  'task.repeated': task(({ title }) => `“${title}” repeats`),
  'task.subtask-toggled': task<{ subtask: string; completed: boolean }>(
    ({ title, subtask, completed }) => `“${subtask}” of “${title}” ${completed ? 'completed' : 'reopened'}`,
  ),
  'task.dependencies-changed': task<{ blockers: number }>(
    ({ title, blockers }) => `“${title}” waits for ${blockers === 1 ? '1 task' : `${blockers} tasks`}`,
  ),
  'task.deleted': task(({ title }) => `Task “${title}” deleted`, { webhook: true }),

  'comment.added': comment<{ mentioned: readonly string[]; assigneeId: string | null }>(
    ({ taskTitle }) => `Comment on “${taskTitle}”`,
    { notifies: ['mention', 'comment'] },
  ),
  'comment.edited': comment(({ taskTitle }) => `Comment on “${taskTitle}” edited`),
  'comment.deleted': comment(({ taskTitle }) => `Comment on “${taskTitle}” deleted`),

  'file.added': file(({ name }) => `File “${name}” added`, { notifies: ['file'] }),
  'file.deleted': file(({ name }) => `File “${name}” deleted`),
  'file.approved': file<{ uploaderId: string | null }>(({ name }) => `“${name}” approved`, {
    notifies: ['file'],
  }),
  'file.changes-requested': file<{ uploaderId: string | null }>(
    ({ name }) => `Changes to “${name}” requested`,
    { notifies: ['file'] },
  ),

  /** In the feed only where the platform writes: the people of the project read it in the conversation. */
  'message.sent': event<Conversation & { mentioned: readonly string[] }>({
    subject: 'message',
    touches: ['messages', 'dashboard'],
    activity: byPlatform(({ projectName }, by) => `${by.name} sent a message in ${projectName}`),
    audit: byPlatform(({ projectName }, by) => `${by.name} sent a message in ${projectName}`),
    notifies: ['mention', 'message'],
  }),
  'message.edited': event<OfProject>({ subject: 'message', touches: ['messages'] }),
  'message.deleted': event<OfProject>({ subject: 'message', touches: ['messages', 'dashboard'] }),
  'conversation.opened': event<{ projectId: string }>({ notifies: [], subject: 'project', touches: [] }),
  'conversation.read': event<OfProject>({ subject: 'project', touches: ['messages', 'dashboard'] }),

  'quick-task.changed': quickTask(),
  'quick-task.assigned': quickTask<{ title: string }>({ notifies: ['task_assigned'] }),

  'process.created': processTemplate('created'),
  'process.updated': processTemplate('updated'),
  'process.archived': processTemplate('archived'),
  'process.restored': processTemplate('restored'),
  'process-run.started': run<ReachedStep>(({ name }) => `${name} started`, { notifies: ['process'] }),
  'process-run.step-done': run<ReachedStep & { step: string }>(
    ({ name, step }) => `${name}: ${step} completed`,
    { notifies: ['process'] },
  ),
  'process-run.step-reopened': run<{ step: string }>(({ name, step }) => `${name}: ${step} reopened`),
  'process-run.completed': run(({ name }) => `${name} completed`),
  'process-run.failed': run(({ name }) => `${name} ended without success`),
}
