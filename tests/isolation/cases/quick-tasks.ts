import type { Db } from '#server/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import type { TestAgency } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

/** Added by the agency's contributor for its owner. */
async function addQuickTask(db: Db, agency: TestAgency): Promise<string> {
  const task = await callerAs(db, agency.employee).quickTasks.save({
    title: 'Errand',
    assigned_to: agency.owner.userId,
    due_date: '2026-03-04',
  })
  return task.id
}

async function addProject(db: Db, agency: TestAgency): Promise<string> {
  const project = await callerAs(db, agency.owner).projects.create({
    name: 'Website',
    category: 'design',
    client: agency.client.name,
  })
  return project.id
}

export const quickTaskCases: IsolationCases = {
  'quickTasks.list': {
    can: 'quick-task.own',
    call: (caller) => caller.quickTasks.list({ view: 'today' }),
    hidden: async (world, db) => [await addQuickTask(db, world.foreign)],
  },
  'quickTasks.counters': { can: 'quick-task.own', call: (caller) => caller.quickTasks.counters() },
  'quickTasks.recent': {
    can: 'quick-task.own',
    call: (caller) => caller.quickTasks.recent(),
    hidden: async (world, db) => [await addQuickTask(db, world.foreign)],
  },
  'quickTasks.get': {
    can: 'quick-task.own',
    call: async (caller, world, db) => caller.quickTasks.get({ id: await addQuickTask(db, world.home) }),
    foreign: async (caller, world, db) =>
      caller.quickTasks.get({ id: await addQuickTask(db, world.foreign) }),
  },
  'quickTasks.add': {
    can: 'quick-task.own',
    call: (caller) => caller.quickTasks.add({ text: 'Errand' }),
  },
  'quickTasks.save': {
    can: 'quick-task.own',
    call: (caller) => caller.quickTasks.save({ title: 'Errand' }),
    foreign: (caller, world) =>
      caller.quickTasks.save({ title: 'Errand', assigned_to: world.foreign.owner.userId }),
  },
  'quickTasks.setCompleted': {
    can: 'quick-task.own',
    call: async (caller, world, db) =>
      caller.quickTasks.setCompleted({ id: await addQuickTask(db, world.home), completed: true }),
    foreign: async (caller, world, db) =>
      caller.quickTasks.setCompleted({ id: await addQuickTask(db, world.foreign), completed: true }),
  },
  'quickTasks.snooze': {
    can: 'quick-task.own',
    call: async (caller, world, db) =>
      caller.quickTasks.snooze({ id: await addQuickTask(db, world.home), until: '2026-03-09' }),
    foreign: async (caller, world, db) =>
      caller.quickTasks.snooze({ id: await addQuickTask(db, world.foreign), until: '2026-03-09' }),
  },
  // Each role deletes a task of its own: an assignee may not.
  'quickTasks.delete': {
    can: 'quick-task.own',
    call: async (caller) => {
      const { id } = await caller.quickTasks.add({ text: 'Errand' })
      return caller.quickTasks.delete({ id })
    },
    foreign: async (caller, world, db) =>
      caller.quickTasks.delete({ id: await addQuickTask(db, world.foreign) }),
  },
  'quickTasks.restore': {
    can: 'quick-task.own',
    call: async (caller, world, db) => caller.quickTasks.restore({ id: await addQuickTask(db, world.home) }),
    foreign: async (caller, world, db) =>
      caller.quickTasks.restore({ id: await addQuickTask(db, world.foreign) }),
  },
  'quickTasks.convert': {
    can: 'task.write',
    call: async (caller, world, db) =>
      caller.quickTasks.convert({
        id: await addQuickTask(db, world.home),
        project_id: await addProject(db, world.home),
      }),
    foreign: async (caller, world, db) =>
      caller.quickTasks.convert({
        id: await addQuickTask(db, world.foreign),
        project_id: await addProject(db, world.foreign),
      }),
  },
}
