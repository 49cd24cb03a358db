import type { Db } from '#server/db/schema.ts'
import { addComment } from '#server/tasks/commands/comments.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import type { TestAgency } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

async function taskIn(db: Db, agency: TestAgency): Promise<{ id: string; project_id: string }> {
  const project = await addProject(db, agency)
  return addTask(db, agency.owner, project.id)
}
const idIn = async (db: Db, agency: TestAgency) => (await taskIn(db, agency)).id

async function subtaskIn(db: Db, agency: TestAgency) {
  const project = await addProject(db, agency)
  const task = await addTask(db, agency.owner, project.id, { subtasks: [{ title: 'one' }] })
  return { id: task.id, subtask_id: task.subtasks[0]?.id ?? '', completed: true }
}

async function foreignComment(db: Db, agency: TestAgency): Promise<string> {
  const input = { task_id: await idIn(db, agency), text: 'Secret', mentions: [] }
  return (await addComment(db, agency.owner, input)).id
}

export const taskCases: IsolationCases = {
  'tasks.list': {
    can: 'task.read',
    call: (caller) => caller.tasks.list({}),
    hidden: async (world, db) => [await idIn(db, world.foreign)],
  },
  'tasks.counters': { can: 'task.read', call: (caller) => caller.tasks.counters({}) },
  'tasks.get': {
    can: 'task.read',
    call: async (caller, world, db) => caller.tasks.get({ id: await idIn(db, world.home) }),
    foreign: async (caller, world, db) => caller.tasks.get({ id: await idIn(db, world.foreign) }),
  },
  'tasks.save': {
    can: 'task.write',
    call: async (caller, world, db) =>
      caller.tasks.save({ title: 'New', project_id: (await addProject(db, world.home)).id }),
    foreign: async (caller, world, db) =>
      caller.tasks.save({ title: 'New', project_id: (await addProject(db, world.foreign)).id }),
  },
  'tasks.setStatus': {
    can: 'task.write',
    call: async (caller, world, db) =>
      caller.tasks.setStatus({ id: await idIn(db, world.home), status: 'done' }),
    foreign: async (caller, world, db) =>
      caller.tasks.setStatus({ id: await idIn(db, world.foreign), status: 'done' }),
  },
  'tasks.delete': {
    can: 'task.delete',
    call: async (caller, world, db) => caller.tasks.delete({ id: await idIn(db, world.home) }),
    foreign: async (caller, world, db) => caller.tasks.delete({ id: await idIn(db, world.foreign) }),
  },
  'tasks.move': {
    can: 'task.write',
    call: async (caller, world, db) => caller.tasks.move({ id: await idIn(db, world.home), status: 'done' }),
    foreign: async (caller, world, db) =>
      caller.tasks.move({
        id: await idIn(db, world.home),
        status: 'todo',
        after_id: await idIn(db, world.foreign),
      }),
  },
  'tasks.toggleSubtask': {
    can: 'task.write',
    call: async (caller, world, db) => caller.tasks.toggleSubtask(await subtaskIn(db, world.home)),
    foreign: async (caller, world, db) => caller.tasks.toggleSubtask(await subtaskIn(db, world.foreign)),
  },
  'tasks.setBlockers': {
    can: 'task.write',
    call: async (caller, world, db) =>
      caller.tasks.setBlockers({
        id: await idIn(db, world.home),
        blocked_by: [await idIn(db, world.home)],
      }),
    foreign: async (caller, world, db) =>
      caller.tasks.setBlockers({
        id: await idIn(db, world.home),
        blocked_by: [await idIn(db, world.foreign)],
      }),
  },
  'tasks.bulk': {
    can: 'task.write',
    call: async (caller, world, db) =>
      caller.tasks.bulk({ ids: [await idIn(db, world.home)], action: 'status', status: 'done' }),
    foreign: async (caller, world, db) =>
      caller.tasks.bulk({
        ids: [await idIn(db, world.home)],
        action: 'assign',
        assigned_to_id: world.foreign.employee.employeeId,
      }),
  },
  'tasks.bulkDelete': {
    can: 'task.delete',
    call: async (caller, world, db) => caller.tasks.bulkDelete({ ids: [await idIn(db, world.home)] }),
    foreign: async (caller, world, db) => caller.tasks.bulkDelete({ ids: [await idIn(db, world.foreign)] }),
  },
  'tasks.comments': {
    can: 'task.comment',
    call: async (caller, world, db) => caller.tasks.comments({ task_id: await idIn(db, world.home) }),
    foreign: async (caller, world, db) => caller.tasks.comments({ task_id: await idIn(db, world.foreign) }),
  },
  'tasks.addComment': {
    can: 'task.comment',
    call: async (caller, world, db) =>
      caller.tasks.addComment({ task_id: await idIn(db, world.home), text: 'Hello' }),
    foreign: async (caller, world, db) =>
      caller.tasks.addComment({ task_id: await idIn(db, world.foreign), text: 'Hello' }),
  },
  'tasks.editComment': {
    can: 'task.comment',
    call: async (caller, world, db) => {
      const comment = await caller.tasks.addComment({ task_id: await idIn(db, world.home), text: 'Hello' })
      return caller.tasks.editComment({ id: comment.id, text: 'Hello again' })
    },
    foreign: async (caller, world, db) =>
      caller.tasks.editComment({ id: await foreignComment(db, world.foreign), text: 'Mine' }),
  },
  'tasks.deleteComment': {
    can: 'task.comment',
    call: async (caller, world, db) => {
      const comment = await caller.tasks.addComment({ task_id: await idIn(db, world.home), text: 'Hello' })
      return caller.tasks.deleteComment({ id: comment.id })
    },
    foreign: async (caller, world, db) =>
      caller.tasks.deleteComment({ id: await foreignComment(db, world.foreign) }),
  },
}
