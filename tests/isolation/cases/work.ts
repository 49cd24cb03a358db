import { randomUUID } from 'node:crypto'
import type { Calls } from '../notation/case.ts'
import { addLike } from '../world/rows.ts'

const edit = { version: 1, name: 'Renamed', category: 'design', status: 'review', progress: null } as const

export const projects: Calls = {
  'projects.list': (caller) => caller.projects.list({}),
  'projects.counters': (caller) => caller.projects.counters(),
  'projects.get': (caller, { rows }) => caller.projects.get({ id: rows.project.id }),
  'projects.create': (caller, { world }) =>
    caller.projects.create({ name: 'New', category: 'design', client: world.home.client.name }),
  'projects.update': (caller, { rows, world }) =>
    caller.projects.update({ ...edit, ...rows.project, client: world.home.client.name }),
  'projects.setStatus': (caller, { rows }) =>
    caller.projects.setStatus({ id: rows.project.id, status: 'review' }),
  'projects.setArchived': (caller, { rows }) =>
    caller.projects.setArchived({ id: rows.project.id, archived: true }),
}

export const tasks: Calls = {
  'tasks.list': (caller) => caller.tasks.list({}),
  'tasks.counters': (caller) => caller.tasks.counters({}),
  'tasks.get': (caller, { rows }) => caller.tasks.get({ id: rows.task.id }),
  'tasks.save': (caller, { rows }) => caller.tasks.save({ title: 'New', project_id: rows.project.id }),
  'tasks.setStatus': (caller, { rows }) => caller.tasks.setStatus({ id: rows.task.id, status: 'done' }),
  'tasks.delete': (caller, { rows }) => caller.tasks.delete({ id: rows.task.id }),
  'tasks.move': (caller, { rows }) =>
    caller.tasks.move({ id: rows.task.id, status: 'todo', after_id: rows.blocker }),
  'tasks.toggleSubtask': (caller, { rows }) => caller.tasks.toggleSubtask({ ...rows.task, completed: true }),
  'tasks.setBlockers': (caller, { rows }) =>
    caller.tasks.setBlockers({ id: rows.task.id, blocked_by: [rows.blocker] }),
  'tasks.undoBulk': async (caller, { rows }) => {
    const change = caller.tasks.bulk({ ids: [rows.task.id], action: 'priority', priority: 'low' })
    // Users who can't change them have nothing to undo, and call it anyway.
    const { undo } = await change.catch(() => ({ undo: 'nothing' }))
    return caller.tasks.undoBulk({ undo })
  },
  'tasks.bulk': (caller, { rows, world }) =>
    caller.tasks.bulk({
      ids: [rows.task.id],
      action: 'assign',
      assigned_to_id: world.home.employee.employeeId,
    }),
  'tasks.bulkDelete': (caller, { rows }) => caller.tasks.bulkDelete({ ids: [rows.task.id] }),
  'tasks.request': (caller, { rows }) =>
    caller.tasks.request({ project_id: rows.project.id, title: 'Please' }),
  'tasks.editRequest': async (caller, { client, rows }) => {
    const { id } = await client.tasks.request({ project_id: rows.project.id, title: 'Please' })
    return caller.tasks.editRequest({ id, title: 'Pretty please' })
  },
  'tasks.withdrawRequest': async (caller, { client, rows }) => {
    const { id } = await client.tasks.request({ project_id: rows.project.id, title: 'Please' })
    return caller.tasks.withdrawRequest({ id })
  },
  'tasks.comments': (caller, { rows }) => caller.tasks.comments({ task_id: rows.task.id }),
  'tasks.addComment': (caller, { rows }) => caller.tasks.addComment({ task_id: rows.task.id, text: 'Hello' }),
  'tasks.editComment': async (caller, { rows, counterpart }) => {
    const { id } = await counterpart.tasks.addComment({ task_id: rows.task.id, text: 'Hello' })
    return caller.tasks.editComment({ id, text: 'Hello again' })
  },
  'tasks.deleteComment': async (caller, { rows, counterpart }) => {
    const { id } = await counterpart.tasks.addComment({ task_id: rows.task.id, text: 'Hello' })
    return caller.tasks.deleteComment({ id })
  },
}

export const files: Calls = {
  'files.list': (caller, { rows }) => caller.files.list({ project_id: rows.project.id }),
  'files.get': (caller, { rows }) => caller.files.get({ id: rows.deliverable }),
  'files.delete': (caller, { rows }) => caller.files.delete({ id: rows.deliverable }),
  'files.discard': async (caller, { db, counterpartId, rows }) => {
    const unsent = { kind: 'message', uploaded_by: counterpartId, storage_key: randomUUID() }
    return caller.files.discard({ id: await addLike(db, 'files', { id: rows.deliverable }, unsent) })
  },
  'files.review': (caller, { rows }) => caller.files.review({ id: rows.deliverable, review: 'approved' }),
}

export const messages: Calls = {
  'messages.projects': (caller) => caller.messages.projects({}),
  'messages.list': (caller, { rows }) => caller.messages.list({ project_id: rows.project.id }),
  'messages.people': (caller, { rows }) => caller.messages.people({ project_id: rows.project.id }),
  'messages.unreadCount': (caller) => caller.messages.unreadCount(),
  'messages.send': (caller, { rows }) =>
    caller.messages.send({ project_id: rows.project.id, content: 'Hello' }),
  'messages.markAllRead': (caller) => caller.messages.markAllRead(),
  'messages.markRead': (caller, { rows }) => caller.messages.markRead({ project_id: rows.project.id }),
  'messages.edit': async (caller, { rows, counterpart }) => {
    const { id } = await counterpart.messages.send({ project_id: rows.project.id, content: 'Mine' })
    return caller.messages.edit({ id, content: 'Better' })
  },
  'messages.delete': async (caller, { rows, counterpart }) => {
    const { id } = await counterpart.messages.send({ project_id: rows.project.id, content: 'Mine' })
    return caller.messages.delete({ id })
  },
}

const PROCESS = { name: 'Delivery', status: 'active', duration_days: 7, steps: [{ title: 'First' }] } as const
const process = { ...PROCESS, steps: [...PROCESS.steps] }

export const processes: Calls = {
  'processes.list': (caller) => caller.processes.list({}),
  'processes.get': (caller, { rows }) => caller.processes.get({ id: rows.process }),
  'processes.save': (caller, { rows }) => caller.processes.save({ ...process, id: rows.process, version: 1 }),
  'processes.duplicate': (caller, { rows }) => caller.processes.duplicate({ id: rows.process }),
  'processes.setArchived': (caller, { rows }) =>
    caller.processes.setArchived({ id: rows.process, archived: true }),
  'processes.runs': (caller) => caller.processes.runs({}),
  'processes.run': (caller, { rows }) => caller.processes.run({ id: rows.run.id }),
  'processes.start': (caller, { rows, world }) =>
    caller.processes.start({ template_id: rows.process, client_id: world.home.client.clientId }),
  'processes.tick': (caller, { rows: { run } }) =>
    caller.processes.tick({ run_id: run.id, step_id: run.step_id, completed: true }),
  'processes.finish': (caller, { rows: { run } }) =>
    caller.processes.finish({ id: run.id, version: run.version, outcome: 'failed' }),
}
