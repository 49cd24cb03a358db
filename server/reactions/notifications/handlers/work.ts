import { links } from '#shared/base/links.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { PayloadOf } from '#shared/reactions/events.ts'
import { PROJECT_STATUS_LABELS, type ProjectStatus } from '#shared/work/projects.ts'
import { TASK_STATUS_LABELS } from '#shared/work/tasks.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { markGroupRead } from '../commands/mark-read.ts'
import { type NotificationEntry, notify } from '../commands/notify.ts'
import { withdrawGroup, withdrawOutdated, withdrawSent } from '../commands/withdraw.ts'
import { withdrawDeliverable } from '../commands/withdraw-deliverables.ts'
import {
  withdrawEarlierDates,
  withdrawQuickTask,
  withdrawRequests,
  withdrawTasks,
} from '../commands/withdraw-reminders.ts'
import {
  agencyContributors,
  agencyOwners,
  projectContributors,
  projectTeam,
  usersOfClient,
  usersOfEmployees,
} from '../queries/recipients.ts'
import { deliveredGroup, deliveredTitle } from '../rules.ts'

interface AssignedTask {
  agencyId: AgencyId
  assigneeId: string | null
}

interface CommentAudience {
  agencyId: AgencyId
  /** Null if the comment is internal. */
  clientId: string | null
}

const assigneeOf = (tx: Tx, { agencyId, assigneeId }: AssignedTask): Promise<string[]> =>
  usersOfEmployees(tx, agencyId, assigneeId === null ? [] : [assigneeId])

async function notifyAssigned(
  tx: Tx,
  task: PayloadOf<'task.created'> | PayloadOf<'task.assigned'>,
): Promise<void> {
  await notify(tx, {
    agencyId: task.agencyId,
    event: 'task_assigned',
    userIds: await assigneeOf(tx, task),
    title: `You were assigned ${task.title}`,
    link: links.task(task.id),
  })
}

async function notifyRequested(tx: Tx, task: PayloadOf<'task.requested'>): Promise<void> {
  const { agencyId, projectId, projectName } = task
  await notify(tx, {
    agencyId,
    event: 'task_request',
    userIds: await agencyOwners(tx, agencyId),
    title: `${tx.actor.name} requested ${task.title}`,
    link: links.task(task.id),
    group: `task_request:${projectId}`,
    burstTitle: (count) => `${count} new requests in ${projectName}`,
    burstLink: links.requests(projectId),
  })
}

async function notifyTaskStatus(tx: Tx, task: PayloadOf<'task.completed'>, title: string): Promise<void> {
  await notify(tx, {
    agencyId: task.agencyId,
    event: 'task_status',
    userIds: await assigneeOf(tx, task),
    title,
    link: links.task(task.id),
    group: `task_status:${task.id}`,
  })
}

const notifyMentioned = (
  tx: Tx,
  comment: PayloadOf<'comment.added'> | PayloadOf<'comment.edited'>,
  group?: string,
): Promise<void> =>
  notify(tx, {
    agencyId: comment.agencyId,
    event: 'mention',
    userIds: comment.mentioned,
    title: `${tx.actor.name} mentioned you on ${comment.taskTitle}`,
    link: links.task(comment.taskId),
    group,
    burstTitle: (count) => `${count} new mentions on ${comment.taskTitle}`,
  })

/** Mentions added by edits of a comment, which aren't as old as the comment. */
const editedMentions = (commentId: string): string => `mention:edited:${commentId}`

/** Mentioned people are notified of the mention; the assignee, and the client if it is shared, of the comment. */
async function notifyCommented(tx: Tx, comment: PayloadOf<'comment.added'>): Promise<void> {
  const { agencyId, mentioned, taskTitle } = comment
  const link = links.task(comment.taskId)
  await notifyMentioned(tx, comment)
  const assignee = await assigneeOf(tx, comment)
  const readers = comment.byClient
    ? assignee.length > 0
      ? assignee
      : await agencyOwners(tx, agencyId)
    : [...assignee, ...(await clientOf(tx, comment))]
  await notify(tx, {
    agencyId,
    event: 'comment',
    userIds: readers.filter((userId) => !mentioned.includes(userId)),
    title: `${tx.actor.name} commented on ${taskTitle}`,
    link,
    burstTitle: (count) => `${count} new comments on ${taskTitle}`,
  })
}

/** The client's people who see a shared comment. */
const clientOf = async (tx: Tx, { agencyId, clientId }: CommentAudience): Promise<string[]> =>
  clientId === null ? [] : usersOfClient(tx, agencyId, clientId)

async function notifyEdited(tx: Tx, comment: PayloadOf<'comment.edited'>): Promise<void> {
  const { authorId: sentBy, sentAt, unmentioned } = comment
  const link = links.task(comment.taskId)
  const edited = editedMentions(comment.id)
  await withdrawSent(tx, unmentioned, { group: `mention:${link}`, sentBy, sentAt })
  await withdrawOutdated(tx, unmentioned, { events: ['mention'], link, group: edited })
  await notifyMentioned(tx, comment, edited)
}

async function withdrawComment(tx: Tx, comment: PayloadOf<'comment.deleted'>): Promise<void> {
  const { mentioned, sentAt } = comment
  const link = links.task(comment.taskId)
  const sent = { sentBy: comment.author.userId, sentAt }
  await withdrawSent(tx, mentioned, { group: `mention:${link}`, ...sent })
  await withdrawGroup(tx, { agencyId: comment.agencyId, group: editedMentions(comment.id) })
  const others = comment.internal
    ? []
    : [...(await agencyOwners(tx, comment.agencyId)), ...(await clientOf(tx, comment))]
  await withdrawSent(tx, [...(await assigneeOf(tx, comment)), ...others], {
    group: `comment:${link}`,
    ...sent,
  })
}

const PROJECT_STATUS_TITLES: Partial<Record<ProjectStatus, string>> = {
  review: 'is ready for review',
  completed: 'is completed',
}

/** Notifies the team and the client of a project's new status. */
async function notifyProjectStatus(
  tx: Tx,
  project: PayloadOf<'project.completed'>,
  status: ProjectStatus,
): Promise<void> {
  const change = PROJECT_STATUS_TITLES[status] ?? `moved to ${PROJECT_STATUS_LABELS[status].toLowerCase()}`
  await notify(tx, {
    agencyId: project.agencyId,
    event: 'project_status',
    userIds: await projectPeople(tx, project),
    title: `${project.name} ${change}`,
    link: links.project(project.projectId),
  })
}

const projectPeople = async (
  tx: Tx,
  work: { agencyId: AgencyId; projectId: string; clientId: string },
): Promise<string[]> => [
  ...(await projectTeam(tx, work.agencyId, work.projectId)),
  ...(await usersOfClient(tx, work.agencyId, work.clientId)),
]

/** Notifies the client of a new deliverable. */
async function notifyDelivered(tx: Tx, file: PayloadOf<'file.added'>): Promise<void> {
  if (file.kind !== 'deliverable' || file.clientId === null) return
  await notify(tx, {
    agencyId: file.agencyId,
    event: 'file',
    userIds: await usersOfClient(tx, file.agencyId, file.clientId),
    title: deliveredTitle(file.name, 1),
    link: links.file(file.projectId, file.id),
    group: deliveredGroup(file.projectId),
    burstTitle: (count) => deliveredTitle(file.name, count),
  })
}

const reviewGroup = (fileId: string): string => `file_review:${fileId}`

/** Notifies the team and the file's uploader of the client's review. */
async function notifyReviewed(tx: Tx, file: PayloadOf<'file.approved'>, title: string): Promise<void> {
  await withdrawDeliverable(tx, file)
  const team = await projectTeam(tx, file.agencyId, file.projectId)
  await notify(tx, {
    agencyId: file.agencyId,
    event: 'file',
    userIds: file.uploaderId === null ? team : [...team, file.uploaderId],
    title,
    link: links.file(file.projectId, file.id),
    group: reviewGroup(file.id),
  })
}

/** The group of a conversation's notifications; opening it marks them as read. */
const conversationGroup = (projectId: string, kind: 'message' | 'mention'): string => `${kind}:${projectId}`

async function notifyMentionedIn(
  tx: Tx,
  message: PayloadOf<'message.sent'> | PayloadOf<'message.edited'>,
): Promise<void> {
  const { id, agencyId, projectId, projectName, mentioned } = message
  await notify(tx, {
    agencyId,
    event: 'mention',
    userIds: mentioned,
    title: `${tx.actor.name} mentioned you in ${projectName}`,
    link: links.message(projectId, id),
    group: conversationGroup(projectId, 'mention'),
    burstTitle: (count) => `${count} new mentions in ${projectName}`,
  })
}

async function notifyMessage(tx: Tx, message: PayloadOf<'message.sent'>): Promise<void> {
  const { agencyId, projectId, projectName, mentioned } = message
  await notifyMentionedIn(tx, message)
  const readers = await projectPeople(tx, message)
  await notify(tx, {
    agencyId,
    event: 'message',
    userIds: readers.filter((userId) => !mentioned.includes(userId)),
    title: `${tx.actor.name} sent a message`,
    link: links.thread(projectId),
    group: conversationGroup(projectId, 'message'),
    burstTitle: (count) => `${count} new messages in ${projectName}`,
  })
}

/** Also mentions that an edit added. Those merged into a burst are about other messages, too. */
const withdrawMentions = (
  tx: Tx,
  userIds: readonly string[],
  { id, projectId }: { id: string; projectId: string },
): Promise<void> =>
  withdrawOutdated(tx, userIds, { events: ['mention'], link: links.message(projectId, id), merged: false })

async function withdrawMessage(tx: Tx, message: PayloadOf<'message.deleted'>): Promise<void> {
  const { projectId, mentioned, sentAt } = message
  await withdrawMentions(tx, mentioned, message)
  const readers = await projectPeople(tx, message)
  const group = conversationGroup(projectId, 'message')
  await withdrawSent(tx, readers, { group, sentBy: tx.actor.userId, sentAt })
}

const stepGroup = (runId: string, step: string): string => `process:${runId}:${step}`

/** The person responsible for a run's current step; the owner if no contributor is on the project. */
async function notifyStepReached(tx: Tx, run: PayloadOf<'process-run.started'>): Promise<void> {
  const { agencyId, reached: step, runProjectId } = run
  // Clients have no screen for processes, so the team contacts them.
  if (step === null || step.role === 'client') return
  const contributors =
    step.role === 'employee' && runProjectId !== null
      ? await projectContributors(tx, agencyId, runProjectId)
      : []
  await notify(tx, {
    agencyId,
    event: 'process',
    userIds: contributors.length > 0 ? contributors : await agencyOwners(tx, agencyId),
    title: `${run.name}: ${step.title} is assigned to you`,
    link: links.processRun(run.id),
    group: stepGroup(run.id, step.title),
  })
}

/** Steps that aren't to be done now: the run is finished, or an earlier step was reopened. */
async function withdrawSteps(tx: Tx, run: { id: string; agencyId: AgencyId }): Promise<void> {
  const people = [...(await agencyOwners(tx, run.agencyId)), ...(await agencyContributors(tx, run.agencyId))]
  await withdrawOutdated(tx, people, { events: ['process'], link: links.processRun(run.id) })
}

const quickTaskAssigned = (tx: Tx, task: PayloadOf<'quick-task.assigned'>): NotificationEntry => ({
  event: 'task_assigned',
  userIds: [task.userId],
  title: `${tx.actor.name} assigned you the task “${task.title}”`,
  link: links.quickTask(task.id),
})

const only = ({ id, agencyId }: { id: string; agencyId: AgencyId }) => ({ agencyId, taskIds: [id] })

export const work: Handlers = {
  'project.status-changed': (tx, project) => notifyProjectStatus(tx, project, project.status),
  'project.completed': (tx, project) => notifyProjectStatus(tx, project, 'completed'),

  'task.created': notifyAssigned,
  'task.requested': notifyRequested,
  'task.assigned': async (tx, task) => {
    await withdrawRequests(tx, only(task), await assigneeOf(tx, task))
    await notifyAssigned(tx, task)
  },
  'task.updated': withdrawEarlierDates,
  'task.status-changed': async (tx, task) => {
    await withdrawEarlierDates(tx, task)
    const status = TASK_STATUS_LABELS[task.status].toLowerCase()
    await notifyTaskStatus(tx, task, `${task.title} moved to ${status}`)
  },
  'task.completed': async (tx, task) => {
    await withdrawRequests(tx, only(task))
    await notifyTaskStatus(tx, task, `${task.title} was completed`)
  },
  'task.deleted': (tx, task) => withdrawTasks(tx, only(task)),
  'comment.added': notifyCommented,
  'comment.edited': notifyEdited,
  'comment.deleted': withdrawComment,

  'file.added': notifyDelivered,
  'file.deleted': async (tx, file) => {
    await withdrawDeliverable(tx, file)
    await withdrawGroup(tx, { agencyId: file.agencyId, group: reviewGroup(file.id) })
  },
  'file.approved': (tx, file) => notifyReviewed(tx, file, `${tx.actor.name} approved ${file.name}`),
  'file.changes-requested': (tx, file) =>
    notifyReviewed(tx, file, `${tx.actor.name} requested changes to ${file.name}`),

  'message.sent': notifyMessage,
  'message.edited': async (tx, message) => {
    await withdrawMentions(tx, message.unmentioned, message)
    await notifyMentionedIn(tx, message)
  },
  'message.deleted': withdrawMessage,
  'conversation.opened': async (tx, { projectId }) => {
    await markGroupRead(tx, conversationGroup(projectId, 'message'))
    await markGroupRead(tx, conversationGroup(projectId, 'mention'))
  },

  'quick-task.changed': withdrawQuickTask,
  'quick-task.assigned': (tx, task) => notify(tx, quickTaskAssigned(tx, task)),

  'process-run.started': notifyStepReached,
  'process-run.step-done': async (tx, run) => {
    await withdrawGroup(tx, { agencyId: run.agencyId, group: stepGroup(run.id, run.step) })
    await notifyStepReached(tx, run)
  },
  'process-run.step-reopened': async (tx, run) => {
    if (run.reached !== null) await withdrawSteps(tx, run)
    await notifyStepReached(tx, run)
  },
  'process-run.completed': withdrawSteps,
  'process-run.failed': withdrawSteps,
}
