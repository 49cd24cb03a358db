import type { IsolationCases } from '../case.ts'

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
}
