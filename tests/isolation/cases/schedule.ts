import type { Db } from '#server/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import type { World } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

const starts_at = '2026-03-04T12:00:00.000Z'
const event = { title: 'Planning', starts_at, duration_minutes: 30 }
const days = { from: '2026-03-04', to: '2026-03-04' }

/** An event of the other agency, named as an occurrence. */
async function foreignOccurrence(world: World, db: Db) {
  const { id } = await callerAs(db, world.foreign.owner).schedule.create(event)
  return { id, occurrence_start: starts_at, version: 1 }
}

async function ownOccurrence(caller: ReturnType<typeof callerAs>) {
  const { id } = await caller.schedule.create(event)
  return { id, occurrence_start: starts_at, version: 1 }
}

const hidden = async (world: World, db: Db) => [(await foreignOccurrence(world, db)).id]

export const scheduleCases: IsolationCases = {
  'schedule.range': { can: 'schedule.read', call: (caller) => caller.schedule.range(days), hidden },
  'schedule.get': {
    can: 'schedule.read',
    call: async (caller) => caller.schedule.get({ id: (await ownOccurrence(caller)).id }),
    foreign: async (caller, world, db) =>
      caller.schedule.get({ id: (await foreignOccurrence(world, db)).id }),
  },
  'schedule.counters': { can: 'schedule.read', call: (caller) => caller.schedule.counters({}) },
  'schedule.conflicts': {
    can: 'schedule.read',
    call: (caller) => caller.schedule.conflicts({ starts_at, duration_minutes: 30 }),
    hidden,
  },
  'schedule.create': {
    can: 'schedule.write',
    call: (caller) => caller.schedule.create(event),
    foreign: (caller, world) =>
      caller.schedule.create({ ...event, attendees: [{ kind: 'user', id: world.foreign.owner.userId }] }),
  },
  'schedule.update': {
    can: 'schedule.write',
    call: async (caller) => caller.schedule.update({ ...event, ...(await ownOccurrence(caller)) }),
    foreign: async (caller, world, db) =>
      caller.schedule.update({ ...event, ...(await foreignOccurrence(world, db)) }),
  },
  'schedule.move': {
    can: 'schedule.write',
    call: async (caller) => caller.schedule.move({ starts_at, ...(await ownOccurrence(caller)) }),
    foreign: async (caller, world, db) =>
      caller.schedule.move({ starts_at, ...(await foreignOccurrence(world, db)) }),
  },
  'schedule.remove': {
    can: 'schedule.write',
    call: async (caller) => caller.schedule.remove(await ownOccurrence(caller)),
    foreign: async (caller, world, db) => caller.schedule.remove(await foreignOccurrence(world, db)),
  },
  'schedule.reply': {
    can: 'schedule.read',
    call: async (caller, world) => {
      const attendees = [{ kind: 'user' as const, id: world.home.owner.userId }]
      const { id } = await caller.schedule.create({ ...event, attendees })
      return caller.schedule.reply({ id, reply: 'accepted' })
    },
    foreign: async (caller, world, db) =>
      caller.schedule.reply({ id: (await foreignOccurrence(world, db)).id, reply: 'accepted' }),
  },
  'schedule.feed': { can: 'schedule.read', call: (caller) => caller.schedule.feed() },
  'schedule.createFeed': { can: 'schedule.read', call: (caller) => caller.schedule.createFeed() },
  'schedule.revokeFeed': { can: 'schedule.read', call: (caller) => caller.schedule.revokeFeed() },
}
