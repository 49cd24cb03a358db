import type { Db } from '#server/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import type { TestAgency } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

const someone = { name: 'Someone', email: 'someone@example.test' }

async function addContact(db: Db, agency: TestAgency): Promise<string> {
  const owner = callerAs(db, agency.owner)
  const email = `${crypto.randomUUID()}@example.test`
  const contact = await owner.clients.saveContact({ client_id: agency.client.clientId, name: 'Zoe', email })
  return contact.id
}

async function addNote(db: Db, agency: TestAgency): Promise<string> {
  const owner = callerAs(db, agency.owner)
  const note = await owner.clients.addNote({ client_id: agency.client.clientId, text: 'Calls back.' })
  return note.id
}

export const clientCases: IsolationCases = {
  'clients.list': {
    can: 'client.read',
    call: (caller) => caller.clients.list({}),
    hidden: (world) => [world.foreign.client.clientId],
  },
  'clients.counters': { can: 'client.read', call: (caller) => caller.clients.counters() },
  'clients.get': {
    can: 'client.read',
    call: (caller, world) => caller.clients.get({ id: world.home.client.clientId }),
    foreign: (caller, world) => caller.clients.get({ id: world.foreign.client.clientId }),
  },
  'clients.save': {
    can: 'client.write',
    call: (caller) => caller.clients.save({ name: 'New', email: 'new@example.test' }),
    foreign: (caller, world) =>
      caller.clients.save({ id: world.foreign.client.clientId, name: 'New', email: 'new@example.test' }),
  },
  'clients.setArchived': {
    can: 'client.write',
    call: (caller, world) => caller.clients.setArchived({ id: world.home.client.clientId, archived: true }),
    foreign: (caller, world) =>
      caller.clients.setArchived({ id: world.foreign.client.clientId, archived: true }),
  },
  'clients.details': {
    can: 'client.read',
    call: (caller, world) => caller.clients.details({ id: world.home.client.clientId }),
    foreign: (caller, world) => caller.clients.details({ id: world.foreign.client.clientId }),
  },
  'clients.exportCsv': {
    can: 'client.read',
    call: (caller) => caller.clients.exportCsv(),
    hidden: (world) => [world.foreign.client.email],
  },
  'clients.importCsv': {
    can: 'client.write',
    call: (caller) => caller.clients.importCsv({ csv: 'name,email\nJo,jo@example.test', dry_run: true }),
  },
  'clients.setPortalAccess': {
    can: 'client.write',
    call: (caller, world) =>
      caller.clients.setPortalAccess({ id: world.home.client.clientId, portal_access: false }),
    foreign: (caller, world) =>
      caller.clients.setPortalAccess({ id: world.foreign.client.clientId, portal_access: false }),
  },
  'clients.saveContact': {
    can: 'client.write',
    call: (caller, world) =>
      caller.clients.saveContact({ ...someone, client_id: world.home.client.clientId }),
    foreign: (caller, world) =>
      caller.clients.saveContact({ ...someone, client_id: world.foreign.client.clientId }),
  },
  'clients.removeContact': {
    can: 'client.write',
    call: async (caller, world, db) => caller.clients.removeContact({ id: await addContact(db, world.home) }),
    foreign: async (caller, world, db) =>
      caller.clients.removeContact({ id: await addContact(db, world.foreign) }),
  },
  'clients.addNote': {
    can: 'client.write',
    call: (caller, world) =>
      caller.clients.addNote({ client_id: world.home.client.clientId, text: 'Calls back.' }),
    foreign: (caller, world) =>
      caller.clients.addNote({ client_id: world.foreign.client.clientId, text: 'Calls back.' }),
  },
  'clients.removeNote': {
    can: 'client.write',
    call: async (caller, world, db) => caller.clients.removeNote({ id: await addNote(db, world.home) }),
    foreign: async (caller, world, db) => caller.clients.removeNote({ id: await addNote(db, world.foreign) }),
  },
}
