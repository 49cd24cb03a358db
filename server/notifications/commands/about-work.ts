import { links } from '#shared/links.ts'
import type { RunDto } from '#shared/processes.ts'
import { PROJECT_STATUS_LABELS, type ProjectStatus } from '#shared/projects.ts'
import type { AgencyId } from '#shared/roles.ts'
import { TASK_STATUS_LABELS, type TaskStatus } from '#shared/tasks.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import {
  agencyOwners,
  projectContributors,
  projectTeam,
  usersOfClient,
  usersOfEmployees,
} from '../queries/recipients.ts'
import { type Notifier, notify } from './notify.ts'

interface Task {
  id: string
  agency_id: AgencyId
  title: string
  assigned_to_id: string | null
}

/** The platform's administrator acts in the agency of what they change. */
const inAgency = (scope: Scope, agencyId: AgencyId): Notifier => ({
  userId: scope.userId,
  agencyId,
  now: scope.now,
})

const assigneeOf = (trx: Trx, task: Task): Promise<string[]> =>
  usersOfEmployees(trx, task.agency_id, task.assigned_to_id === null ? [] : [task.assigned_to_id])

export async function notifyAssigned(trx: Trx, scope: Scope, task: Task): Promise<void> {
  await notify(trx, inAgency(scope, task.agency_id), {
    event: 'task_assigned',
    userIds: await assigneeOf(trx, task),
    title: `You were assigned ${task.title}`,
    link: links.task(task.id),
  })
}

export async function notifyTaskMoved(trx: Trx, scope: Scope, task: Task, status: TaskStatus): Promise<void> {
  const title =
    status === 'done'
      ? `${task.title} was completed`
      : `${task.title} moved to ${TASK_STATUS_LABELS[status].toLowerCase()}`
  await notify(trx, inAgency(scope, task.agency_id), {
    event: 'task_status',
    userIds: await assigneeOf(trx, task),
    title,
    link: links.task(task.id),
  })
}

/** Those mentioned hear of that; the assignee, of the comment. */
export async function notifyCommented(
  trx: Trx,
  scope: Scope,
  task: Task,
  mentioned: readonly string[],
): Promise<void> {
  const by = inAgency(scope, task.agency_id)
  const link = links.task(task.id)
  await notify(trx, by, {
    event: 'mention',
    userIds: mentioned,
    title: `${scope.name} mentioned you on ${task.title}`,
    link,
  })
  const assignee = await assigneeOf(trx, task)
  await notify(trx, by, {
    event: 'comment',
    userIds: assignee.filter((userId) => !mentioned.includes(userId)),
    title: `${scope.name} commented on ${task.title}`,
    link,
    burstTitle: (count) => `${count} new comments on ${task.title}`,
  })
}

const PROJECT_NEWS: Partial<Record<ProjectStatus, string>> = {
  review: 'is ready for review',
  completed: 'is completed',
}

/** The team and the client hear of a project's new status. */
export async function notifyProjectStatus(
  trx: Trx,
  scope: Scope & { agencyId: AgencyId },
  project: { id: string; name: string; clientId: string },
  status: ProjectStatus,
): Promise<void> {
  const news = PROJECT_NEWS[status] ?? `moved to ${PROJECT_STATUS_LABELS[status].toLowerCase()}`
  await notify(trx, scope, {
    event: 'project_status',
    userIds: [
      ...(await projectTeam(trx, scope.agencyId, project.id)),
      ...(await usersOfClient(trx, scope.agencyId, project.clientId)),
    ],
    title: `${project.name} ${news}`,
    link: links.project(project.id),
  })
}

export async function notifyInvitationAccepted(
  trx: Trx,
  scope: Scope & { agencyId: AgencyId },
): Promise<void> {
  await notify(trx, scope, {
    event: 'invitation_accepted',
    userIds: await agencyOwners(trx, scope.agencyId),
    title: `${scope.name} accepted your invitation`,
    link: scope.role === 'client' ? '/clients' : '/employees',
  })
}

export async function notifyTimesheetSubmitted(
  trx: Trx,
  scope: Scope & { agencyId: AgencyId },
  sheet: { id: string; weekStart: string },
): Promise<void> {
  await notify(trx, scope, {
    event: 'timesheet_submitted',
    userIds: await agencyOwners(trx, scope.agencyId),
    title: `${scope.name} submitted the week of ${sheet.weekStart}`,
    link: links.timesheet(sheet.id),
  })
}

export async function notifyTimesheetReviewed(
  trx: Trx,
  scope: Scope & { agencyId: AgencyId },
  sheet: { id: string; userId: string; weekStart: string; decision: string },
): Promise<void> {
  await notify(trx, scope, {
    event: 'timesheet_reviewed',
    userIds: [sheet.userId],
    title: `Your week of ${sheet.weekStart} was ${sheet.decision}`,
    link: links.timesheet(sheet.id),
  })
}

interface Deliverable {
  id: string
  agency_id: AgencyId
  project_id: string
  name: string
  assigned_client_id: string
  uploaded_by: string | null
}

/** The client has something to look at. */
export async function notifyDelivered(trx: Trx, scope: Scope, file: Deliverable): Promise<void> {
  await notify(trx, inAgency(scope, file.agency_id), {
    event: 'file',
    userIds: await usersOfClient(trx, file.agency_id, file.assigned_client_id),
    title: `${file.name} is ready for your review`,
    link: links.file(file.project_id, file.id),
    group: `file:${file.project_id}`,
    burstTitle: (count) => `${count} files are ready for your review`,
  })
}

/** The team, and whoever delivered it, hear what the client thinks of it. */
export async function notifyReviewed(
  trx: Trx,
  scope: Scope,
  file: Deliverable,
  approved: boolean,
): Promise<void> {
  const team = await projectTeam(trx, file.agency_id, file.project_id)
  await notify(trx, inAgency(scope, file.agency_id), {
    event: 'file',
    userIds: file.uploaded_by === null ? team : [...team, file.uploaded_by],
    title: approved
      ? `${scope.name} approved ${file.name}`
      : `${scope.name} asked for changes to ${file.name}`,
    link: links.file(file.project_id, file.id),
  })
}

/** Whoever is to do the step a run has come to; the owner where no contributor is on the project. */
export async function notifyStepReached(
  trx: Trx,
  scope: Scope & { agencyId: AgencyId },
  run: Pick<RunDto, 'id' | 'name' | 'project' | 'current_step'>,
): Promise<void> {
  const step = run.current_step
  // Clients have no screen of processes: their steps are asked for by the team.
  if (step === null || step.role === 'client') return
  const contributors =
    step.role === 'employee' && run.project !== null
      ? await projectContributors(trx, scope.agencyId, run.project.id)
      : []
  await notify(trx, scope, {
    event: 'process',
    userIds: contributors.length > 0 ? contributors : await agencyOwners(trx, scope.agencyId),
    title: `${run.name}: ${step.title} is up to you`,
    link: links.processRun(run.id),
    group: `process:${run.id}:${step.title}`,
  })
}
