import type { Db } from '#server/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import type { World } from '#tests/support/world.ts'
import { addProject } from '../../server/work-log/setup.ts'
import type { IsolationCases } from '../case.ts'

const date = '2026-03-04'
const time = { kind: 'duration', date, duration: '1h' } as const

/** The contributor's submitted week, in either agency; the same one when asked again. */
async function submittedWeek(world: World, db: Db, agency: 'home' | 'foreign') {
  const caller = callerAs(db, world[agency].employee)
  const [existing] = (await caller.timesheets.list({})).items
  if (existing !== undefined) return existing
  await caller.workLog.save({ time })
  return caller.timesheets.submit({ date })
}

const settings = { share_hours: true, billing_rate: null, budget: null }

export const timesheetCases: IsolationCases = {
  'timesheets.list': {
    can: 'timesheet.own',
    call: (caller) => caller.timesheets.list({ whose: 'agency' }),
    hidden: async (world, db) => [(await submittedWeek(world, db, 'foreign')).id],
  },
  'timesheets.get': {
    can: 'timesheet.own',
    call: async (caller, world, db) =>
      caller.timesheets.get({ id: (await submittedWeek(world, db, 'home')).id }),
    foreign: async (caller, world, db) =>
      caller.timesheets.get({ id: (await submittedWeek(world, db, 'foreign')).id }),
  },
  'timesheets.submit': {
    can: 'timesheet.own',
    call: async (caller) => {
      await caller.workLog.save({ time })
      return caller.timesheets.submit({ date })
    },
  },
  'timesheets.withdraw': {
    can: 'timesheet.own',
    call: async (caller, world, db) =>
      caller.timesheets.withdraw({ id: (await submittedWeek(world, db, 'home')).id, version: 1 }),
    foreign: async (caller, world, db) =>
      caller.timesheets.withdraw({ id: (await submittedWeek(world, db, 'foreign')).id, version: 1 }),
  },
  'timesheets.review': {
    can: 'timesheet.review',
    call: async (caller, world, db) => {
      const { id, version } = await submittedWeek(world, db, 'home')
      return caller.timesheets.review({ id, version, decision: 'approved' })
    },
    foreign: async (caller, world, db) => {
      const { id, version } = await submittedWeek(world, db, 'foreign')
      return caller.timesheets.review({ id, version, decision: 'approved' })
    },
  },
  'timesheets.unbilled': {
    can: 'timesheet.bill',
    call: (caller, world) => caller.timesheets.unbilled({ client_id: world.home.client.clientId }),
    foreign: (caller, world) => caller.timesheets.unbilled({ client_id: world.foreign.client.clientId }),
  },
  'timesheets.budgets': {
    can: 'project-time.read',
    call: (caller) => caller.timesheets.budgets(),
    hidden: async (world, db) => {
      const project_id = await addProject(db, world.foreign, 'Foreign budget')
      const budget = { kind: 'hours', amount: 60 } as const
      await callerAs(db, world.foreign.owner).timesheets.saveProjectTime({ project_id, ...settings, budget })
      return [project_id]
    },
  },
  'timesheets.projectTime': {
    can: 'project-time.read',
    call: async (caller, world, db) =>
      caller.timesheets.projectTime({ project_id: await addProject(db, world.home, 'Home') }),
    foreign: async (caller, world, db) =>
      caller.timesheets.projectTime({ project_id: await addProject(db, world.foreign, 'Foreign') }),
  },
  'timesheets.saveProjectTime': {
    can: 'project-time.write',
    call: async (caller, world, db) =>
      caller.timesheets.saveProjectTime({
        project_id: await addProject(db, world.home, 'Home'),
        ...settings,
      }),
    foreign: async (caller, world, db) =>
      caller.timesheets.saveProjectTime({
        project_id: await addProject(db, world.foreign, 'Foreign'),
        ...settings,
      }),
  },
}
