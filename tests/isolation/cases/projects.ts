import type { Db } from '#server/db/schema.ts'
import { addProject } from '#tests/support/work.ts'
import type { TestAgency } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

const idIn = async (db: Db, agency: TestAgency) => (await addProject(db, agency)).id

const edit = {
  version: 1,
  name: 'Renamed',
  category: 'design',
  client: 'Home Client',
  status: 'review',
  progress: null,
} as const

export const projectCases: IsolationCases = {
  'projects.list': {
    can: 'project.read',
    call: (caller) => caller.projects.list({}),
    hidden: async (world, db) => [await idIn(db, world.foreign)],
  },
  'projects.counters': { can: 'project.read', call: (caller) => caller.projects.counters() },
  'projects.get': {
    can: 'project.read',
    call: async (caller, world, db) => caller.projects.get({ id: await idIn(db, world.home) }),
    foreign: async (caller, world, db) => caller.projects.get({ id: await idIn(db, world.foreign) }),
  },
  'projects.create': {
    can: 'project.write',
    call: (caller) => caller.projects.create({ name: 'New', category: 'design', client: 'Home Client' }),
  },
  'projects.update': {
    can: 'project.write',
    call: async (caller, world, db) => caller.projects.update({ ...edit, id: await idIn(db, world.home) }),
    foreign: async (caller, world, db) =>
      caller.projects.update({ ...edit, id: await idIn(db, world.foreign) }),
  },
  'projects.setStatus': {
    can: 'project.write',
    call: async (caller, world, db) =>
      caller.projects.setStatus({ id: await idIn(db, world.home), status: 'review' }),
    foreign: async (caller, world, db) =>
      caller.projects.setStatus({ id: await idIn(db, world.foreign), status: 'review' }),
  },
  'projects.setArchived': {
    can: 'project.write',
    call: async (caller, world, db) =>
      caller.projects.setArchived({ id: await idIn(db, world.home), archived: true }),
    foreign: async (caller, world, db) =>
      caller.projects.setArchived({ id: await idIn(db, world.foreign), archived: true }),
  },
}
