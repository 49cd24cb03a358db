import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/schema.ts'
import type { World } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

const home = (world: World) => ({ id: world.home.agencyId })

async function anyPlan(db: Db): Promise<string> {
  const { id } = await db.selectFrom('plans').select('id').executeTakeFirstOrThrow()
  return id
}

/** Puts the home agency in trial, as only trials are extended. */
async function startTrial(db: Db, world: World): Promise<void> {
  await db.updateTable('agencies').set({ status: 'trial' }).where('id', '=', world.home.agencyId).execute()
}

export const agencyCases: IsolationCases = {
  'agencies.list': { can: 'agency.read-all', call: (caller) => caller.agencies.list({}) },
  'agencies.counters': { can: 'agency.read-all', call: (caller) => caller.agencies.counters() },
  'agencies.details': {
    can: 'agency.read-all',
    call: (caller, world) => caller.agencies.details(home(world)),
  },
  'agencies.create': {
    can: 'agency.write-all',
    call: async (caller, _world, db) =>
      caller.agencies.create({
        name: 'New Agency',
        owner_name: 'New Owner',
        owner_email: `${randomUUID()}@example.test`,
        plan_id: await anyPlan(db),
      }),
  },
  'agencies.changePlan': {
    can: 'agency.write-all',
    call: async (caller, world, db) =>
      caller.agencies.changePlan({ ...home(world), plan_id: await anyPlan(db) }),
  },
  'agencies.extendTrial': {
    can: 'agency.write-all',
    call: async (caller, world, db) => {
      await startTrial(db, world)
      return caller.agencies.extendTrial({ ...home(world), days: 7 })
    },
  },
  'agencies.setSuspended': {
    can: 'agency.write-all',
    call: (caller, world) => caller.agencies.setSuspended({ ...home(world), suspended: true }),
  },
  'agencies.requestDeletion': {
    can: 'agency.write-all',
    call: (caller, world) => caller.agencies.requestDeletion({ ...home(world), confirm_name: 'Home Agency' }),
  },
  'agencies.cancelDeletion': {
    can: 'agency.write-all',
    call: async (caller, world, db) => {
      await db
        .updateTable('agencies')
        .set({ delete_after: '2099-01-01T00:00:00.000Z' })
        .where('id', '=', world.home.agencyId)
        .execute()
      return caller.agencies.cancelDeletion(home(world))
    },
  },
  'agencies.viewAs': {
    can: 'agency.write-all',
    call: (caller, world) => caller.agencies.viewAs(home(world)),
  },
  'agencies.endViewAs': { can: 'session.own', call: (caller) => caller.agencies.endViewAs() },
}
