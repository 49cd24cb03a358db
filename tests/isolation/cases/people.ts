import { randomUUID } from 'node:crypto'
import { mailedToken } from '#tests/support/servers/browser.ts'
import type { Calls } from '../notation/case.ts'
import { PASSWORD } from '../world/people.ts'
import { now } from '../world/rows.ts'

const someone = () => ({ name: 'Someone', email: `${randomUUID()}@example.test` })
const member = () => ({ ...someone(), role: 'developer' })

export const clients: Calls = {
  'clients.list': (caller) => caller.clients.list({}),
  'clients.counters': (caller) => caller.clients.counters(),
  'clients.get': (caller, { world }) => caller.clients.get({ id: world.home.client.clientId }),
  'clients.details': (caller, { world }) => caller.clients.details({ id: world.home.client.clientId }),
  'clients.exportCsv': (caller) => caller.clients.exportCsv(),
  'clients.save': (caller, { world }) =>
    caller.clients.save({ ...someone(), id: world.home.client.clientId, version: 1 }),
  'clients.setArchived': (caller, { world }) =>
    caller.clients.setArchived({ id: world.home.client.clientId, archived: true }),
  'clients.setPortalAccess': (caller, { world }) =>
    caller.clients.setPortalAccess({ id: world.home.client.clientId, portal_access: false }),
  'clients.importCsv': (caller) =>
    caller.clients.importCsv({ csv: 'name,email\nJo,jo@example.test', dry_run: true }),
  'clients.saveContact': (caller, { world }) =>
    caller.clients.saveContact({ ...someone(), client_id: world.home.client.clientId }),
  'clients.removeAccount': (caller, { world }) =>
    caller.clients.removeAccount({ user_id: world.home.client.userId }),
  'clients.removeContact': (caller, { rows }) => caller.clients.removeContact({ id: rows.contact }),
  'clients.addNote': (caller, { world }) =>
    caller.clients.addNote({ client_id: world.home.client.clientId, text: 'Calls back.' }),
  'clients.removeNote': (caller, { rows }) => caller.clients.removeNote({ id: rows.note }),
}

export const employees: Calls = {
  'employees.list': (caller) => caller.employees.list({}),
  'employees.counters': (caller) => caller.employees.counters(),
  'employees.get': (caller, { world }) => caller.employees.get({ id: world.home.employee.employeeId }),
  'employees.save': (caller, { world }) =>
    caller.employees.save({ ...member(), id: world.home.employee.employeeId, version: 1 }),
  'employees.setDeactivated': (caller, { world }) =>
    caller.employees.setDeactivated({ id: world.home.employee.employeeId, deactivated: true }),
  'employees.removeAccount': (caller, { world }) =>
    caller.employees.removeAccount({ id: world.home.employee.employeeId }),
  'people.list': (caller) => caller.people.list(),
  'people.contributors': (caller) => caller.people.contributors({}),
}

export const owners: Calls = {
  'owners.list': (caller) => caller.owners.list(),
  'owners.setDisabled': (caller, { world }) =>
    caller.owners.setDisabled({ user_id: world.people.coOwner.userId, disabled: true, password: PASSWORD }),
  'owners.remove': (caller, { world }) =>
    caller.owners.remove({ user_id: world.people.coOwner.userId, password: PASSWORD }),
  'owners.handOver': (caller, { world }) =>
    caller.owners.handOver({ user_id: world.people.coOwner.userId, password: PASSWORD }),
}

export const members: Calls = {
  'members.usesTwoFactor': (caller, { world }) =>
    caller.members.usesTwoFactor({ email: world.people.contributor.email }),
  'members.resetTwoFactor': async (caller, { db, world, viewer }) => {
    const { userId: user_id, email } = world.people[viewer === 'coOwner' ? 'owner' : 'coOwner']
    await db
      .insertInto('two_factors')
      .values({ user_id, sealed_secret: 'sealed', last_step: 0, created_at: now, confirmed_at: now })
      .execute()
    return caller.members.resetTwoFactor({ email, password: PASSWORD })
  },
}

export const invitations: Calls = {
  'invitations.list': (caller) => caller.invitations.list({}),
  'invitations.create': (caller, { world }) =>
    caller.invitations.create({
      email: someone().email,
      role: 'client',
      client_id: world.home.client.clientId,
    }),
  'invitations.resend': (caller, { rows }) => caller.invitations.resend({ id: rows.invitation.id }),
  'invitations.revoke': (caller, { rows }) => caller.invitations.revoke({ id: rows.invitation.id }),
  'invitations.get': (caller, { rows }) => caller.invitations.get({ token: rows.invitation.token }),
  'invitations.accept': async (caller, { owner, db }) => {
    const { email } = someone()
    await owner.invitations.create({ email, role: 'employee' })
    const token = await mailedToken(db, email, 'invitation')
    return caller.invitations.accept({ token, name: 'New Comer', password: 'quiet-harbour-7' })
  },
}
