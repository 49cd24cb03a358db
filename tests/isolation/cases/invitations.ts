import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/schema.ts'
import { mailedToken } from '#tests/support/browser.ts'
import { callerAs } from '#tests/support/caller.ts'
import type { TestAgency } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

const emailFor = () => `${randomUUID()}@example.test`

async function invite(db: Db, agency: TestAgency) {
  const email = emailFor()
  const { id } = await callerAs(db, agency.owner).invitations.create({ email, role: 'employee' })
  return { id, email, token: await mailedToken(db, email, 'invitation') }
}

export const invitationCases: IsolationCases = {
  'invitations.list': {
    can: 'invitation.write',
    call: (caller) => caller.invitations.list({}),
    hidden: async (world, db) => [(await invite(db, world.foreign)).email],
  },
  'invitations.create': {
    can: 'invitation.write',
    call: (caller, world) =>
      caller.invitations.create({ email: emailFor(), role: 'client', client_id: world.home.client.clientId }),
    foreign: (caller, world) =>
      caller.invitations.create({
        email: emailFor(),
        role: 'client',
        client_id: world.foreign.client.clientId,
      }),
  },
  'invitations.resend': {
    can: 'invitation.write',
    call: async (caller, world, db) => caller.invitations.resend({ id: (await invite(db, world.home)).id }),
    foreign: async (caller, world, db) =>
      caller.invitations.resend({ id: (await invite(db, world.foreign)).id }),
  },
  'invitations.revoke': {
    can: 'invitation.write',
    call: async (caller, world, db) => caller.invitations.revoke({ id: (await invite(db, world.home)).id }),
    foreign: async (caller, world, db) =>
      caller.invitations.revoke({ id: (await invite(db, world.foreign)).id }),
  },
  'invitations.get': {
    can: 'public',
    call: async (caller, world, db) =>
      caller.invitations.get({ token: (await invite(db, world.home)).token }),
  },
  'invitations.accept': {
    can: 'public',
    call: async (caller, world, db) => {
      const { token } = await invite(db, world.home)
      return caller.invitations.accept({ token, name: 'New Comer', password: 'quiet-harbour-7' })
    },
  },
}
