import type { Db } from '#server/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import type { World } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

const time = { kind: 'duration', date: '2026-03-04', duration: '1h' } as const

/** An entry somebody of the other agency made. */
async function foreignEntry(world: World, db: Db): Promise<string> {
  const entry = await callerAs(db, world.foreign.employee).workLog.save({ time, note: 'Foreign note' })
  return entry.id
}

export const workLogCases: IsolationCases = {
  'workLog.timer': { can: 'work-log.own', call: (caller) => caller.workLog.timer() },
  'workLog.counters': { can: 'work-log.own', call: (caller) => caller.workLog.counters({}) },
  'workLog.week': { can: 'work-log.own', call: (caller) => caller.workLog.week({}) },
  'workLog.list': {
    can: 'work-log.own',
    call: (caller) => caller.workLog.list({ whose: 'agency' }),
    hidden: async (world, db) => [await foreignEntry(world, db), world.foreign.agencyId],
  },
  'workLog.exportCsv': {
    can: 'work-log.own',
    call: (caller) => caller.workLog.exportCsv({ whose: 'agency' }),
    hidden: async (world, db) => {
      await foreignEntry(world, db)
      return ['Foreign note']
    },
  },
  'workLog.get': {
    can: 'work-log.own',
    call: async (caller) => caller.workLog.get({ id: (await caller.workLog.save({ time })).id }),
    foreign: async (caller, world, db) => caller.workLog.get({ id: await foreignEntry(world, db) }),
  },
  'workLog.start': { can: 'work-log.own', call: (caller) => caller.workLog.start({}) },
  'workLog.pause': {
    can: 'work-log.own',
    call: async (caller) => {
      await caller.workLog.start({})
      return caller.workLog.pause()
    },
  },
  'workLog.resume': {
    can: 'work-log.own',
    call: async (caller) => {
      await caller.workLog.start({})
      return caller.workLog.resume()
    },
  },
  'workLog.stop': {
    can: 'work-log.own',
    call: async (caller) => {
      await caller.workLog.start({})
      return caller.workLog.stop()
    },
  },
  'workLog.save': {
    can: 'work-log.own',
    call: (caller) => caller.workLog.save({ time }),
    foreign: async (caller, world, db) => caller.workLog.save({ id: await foreignEntry(world, db), time }),
  },
  'workLog.delete': {
    can: 'work-log.own',
    call: async (caller) => caller.workLog.delete({ id: (await caller.workLog.save({ time })).id }),
    foreign: async (caller, world, db) => caller.workLog.delete({ id: await foreignEntry(world, db) }),
  },
}
