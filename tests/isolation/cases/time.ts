import { callerAs } from '#tests/support/caller.ts'
import type { Calls } from '../notation/case.ts'

const date = '2026-03-18'
const time = { kind: 'duration', date, duration: '1h' } as const
const settings = { share_hours: true, billing_rate: null, budget: null }
const starts_at = '2026-03-04T12:00:00.000Z'
const event = { title: 'Planning', starts_at, duration_minutes: 30 }

export const timesheets: Calls = {
  'timesheets.list': (caller) => caller.timesheets.list({ whose: 'agency' }),
  'timesheets.get': (caller, { rows }) => caller.timesheets.get({ id: rows.sheet.id }),
  'timesheets.submit': async (caller) => {
    await caller.workLog.save({ time })
    return caller.timesheets.submit({ date })
  },
  'timesheets.unsubmitted': (caller) => caller.timesheets.unsubmitted(),
  'timesheets.submitFor': async (caller, { db, world }) => {
    const { contributor } = world.people
    await callerAs(db, contributor).workLog.save({ time })
    return caller.timesheets.submitFor({ user_id: contributor.userId, date })
  },
  'timesheets.withdraw': (caller, { rows }) => caller.timesheets.withdraw(rows.sheet),
  'timesheets.undoApproval': async (caller, { rows }) => {
    // Users who can't approve call undo as well.
    const approved = caller.timesheets.review({ ...rows.sheet, decision: 'approved' })
    const { id, version } = await approved.catch(() => rows.sheet)
    return caller.timesheets.undoApproval({ id, version })
  },
  'timesheets.review': (caller, { rows }) =>
    caller.timesheets.review({ ...rows.sheet, decision: 'approved' }),
  'timesheets.unbilled': (caller, { world }) =>
    caller.timesheets.unbilled({ client_id: world.home.client.clientId }),
  'timesheets.budgets': (caller) => caller.timesheets.budgets(),
  'timesheets.projectTime': (caller, { rows }) =>
    caller.timesheets.projectTime({ project_id: rows.project.id }),
  'timesheets.saveProjectTime': (caller, { rows }) =>
    caller.timesheets.saveProjectTime({ ...settings, project_id: rows.project.id }),
}

export const schedule: Calls = {
  'schedule.range': (caller) => caller.schedule.range({ from: '2026-03-01', to: '2026-03-31' }),
  'schedule.get': (caller, { own }) => caller.schedule.get({ id: own.event.id }),
  'schedule.counters': (caller) => caller.schedule.counters({}),
  'schedule.conflicts': (caller, { world }) =>
    caller.schedule.conflicts({
      starts_at,
      duration_minutes: 30,
      attendees: [
        { kind: 'client', id: world.home.client.clientId },
        { kind: 'user', id: world.home.client.userId },
        { kind: 'user', id: world.home.employee.userId },
      ],
    }),
  // The platform administrator can only invite platform staff.
  'schedule.create': (caller, { viewer, world }) =>
    caller.schedule.create({
      ...event,
      attendees: viewer === 'admin' ? [] : [{ kind: 'client', id: world.home.client.clientId }],
    }),
  'schedule.update': (caller, { own }) => caller.schedule.update({ ...event, ...own.event }),
  'schedule.move': (caller, { own }) => caller.schedule.move({ starts_at, ...own.event }),
  'schedule.undoMove': async (caller, { own }) => {
    const move = caller.schedule.move({ starts_at, ...own.event })
    // Users who can't move it have nothing to undo, and call it anyway.
    const { undo } = await move.catch(() => ({ undo: null }))
    return caller.schedule.undoMove({ undo: undo ?? 'nothing' })
  },
  'schedule.cancel': (caller, { own }) => caller.schedule.cancel(own.event),
  'schedule.reply': async (caller, { counterpart, counterpartId }) => {
    const attendees = [{ kind: 'user' as const, id: counterpartId }]
    const { id } = await counterpart.schedule.create({ ...event, attendees })
    return caller.schedule.reply({ id, reply: 'accepted' })
  },
  'schedule.feed': (caller) => caller.schedule.feed(),
  'schedule.createFeed': (caller) => caller.schedule.createFeed(),
  'schedule.revokeFeed': (caller) => caller.schedule.revokeFeed(),
}

export const quickTasks: Calls = {
  'quickTasks.list': (caller) => caller.quickTasks.list({ view: 'today' }),
  'quickTasks.counters': (caller) => caller.quickTasks.counters(),
  'quickTasks.recent': (caller) => caller.quickTasks.recent(),
  'quickTasks.get': (caller, { own }) => caller.quickTasks.get({ id: own.quickTask }),
  'quickTasks.add': (caller) => caller.quickTasks.add({ text: 'Errand' }),
  'quickTasks.save': (caller, { own }) => caller.quickTasks.save({ id: own.quickTask, title: 'Errand' }),
  'quickTasks.setCompleted': (caller, { own }) =>
    caller.quickTasks.setCompleted({ id: own.quickTask, completed: true }),
  'quickTasks.snooze': (caller, { own }) =>
    caller.quickTasks.snooze({ id: own.quickTask, until: '2026-03-09' }),
  'quickTasks.delete': (caller, { own }) => caller.quickTasks.delete({ id: own.quickTask }),
  'quickTasks.restore': async (caller, { own, counterpart }) => {
    await counterpart.quickTasks.delete({ id: own.quickTask })
    return caller.quickTasks.restore({ id: own.quickTask })
  },
  'quickTasks.convert': (caller, { own, rows }) =>
    caller.quickTasks.convert({ id: own.quickTask, project_id: rows.project.id }),
}
