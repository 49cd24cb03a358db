import type { Db } from '#server/db/schema.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import type { TestAgency } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

async function taskIn(db: Db, agency: TestAgency): Promise<{ id: string; project_id: string }> {
  const project = await addProject(db, agency)
  return addTask(db, agency.owner, project.id)
}
const idIn = async (db: Db, agency: TestAgency) => (await taskIn(db, agency)).id

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
}
