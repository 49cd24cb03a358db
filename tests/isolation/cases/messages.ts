import type { Scope } from '#server/auth/scope.ts'
import type { Db } from '#server/db/schema.ts'
import { newId } from '#server/db/values.ts'
import { sendMessage } from '#server/messages/commands/send.ts'
import type { Caller } from '#tests/support/caller.ts'
import { addProject } from '#tests/support/work.ts'
import type { TestAgency } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

const SECRET = 'a word between others'

const projectIn = async (db: Db, agency: TestAgency) => (await addProject(db, agency)).id

async function messageIn(db: Db, agency: TestAgency, sender: Scope = agency.owner): Promise<string> {
  const project_id = await projectIn(db, agency)
  const message = { id: newId(), project_id, content: SECRET, mentions: [], file_ids: [] }
  return (await sendMessage(db, sender, message)).id
}

/** A message of the caller's own in the home agency. */
async function ownMessage(caller: Caller, db: Db, home: TestAgency): Promise<string> {
  return (await caller.messages.send({ project_id: await projectIn(db, home), content: 'Mine' })).id
}

export const messageCases: IsolationCases = {
  'messages.projects': {
    can: 'message.read',
    call: (caller) => caller.messages.projects({}),
    hidden: async (world, db) => {
      await messageIn(db, world.foreign)
      return [SECRET, world.foreign.agencyId]
    },
  },
  'messages.list': {
    can: 'message.read',
    call: async (caller, world, db) => caller.messages.list({ project_id: await projectIn(db, world.home) }),
    foreign: async (caller, world, db) =>
      caller.messages.list({ project_id: await projectIn(db, world.foreign) }),
  },
  'messages.people': {
    can: 'message.read',
    call: async (caller, world, db) =>
      caller.messages.people({ project_id: await projectIn(db, world.home) }),
    foreign: async (caller, world, db) =>
      caller.messages.people({ project_id: await projectIn(db, world.foreign) }),
    hidden: (world) => [world.foreign.owner.userId],
  },
  'messages.unreadCount': { can: 'message.read', call: (caller) => caller.messages.unreadCount() },
  'messages.send': {
    can: 'message.write',
    call: async (caller, world, db) =>
      caller.messages.send({ project_id: await projectIn(db, world.home), content: 'Hello' }),
    foreign: async (caller, world, db) =>
      caller.messages.send({ project_id: await projectIn(db, world.foreign), content: 'Hello' }),
  },
  'messages.markRead': {
    can: 'message.read',
    call: async (caller, world, db) =>
      caller.messages.markRead({ project_id: await projectIn(db, world.home) }),
    foreign: async (caller, world, db) =>
      caller.messages.markRead({ project_id: await projectIn(db, world.foreign) }),
  },
  'messages.edit': {
    can: 'message.write',
    call: async (caller, world, db) =>
      caller.messages.edit({ id: await ownMessage(caller, db, world.home), content: 'Better' }),
    foreign: async (caller, world, db) =>
      caller.messages.edit({ id: await messageIn(db, world.foreign), content: 'Better' }),
  },
  'messages.delete': {
    can: 'message.write',
    call: async (caller, world, db) =>
      caller.messages.delete({ id: await ownMessage(caller, db, world.home) }),
    foreign: async (caller, world, db) => caller.messages.delete({ id: await messageIn(db, world.foreign) }),
  },
}
