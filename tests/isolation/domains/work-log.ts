import type { DomainCases } from '../notation/case.ts'
import { gone, noTimer, own, yes } from '../notation/cells.ts'

const date = '2026-03-18'
const time = { kind: 'duration', date, duration: '1h' } as const

export const cases: DomainCases = {
  calls: {
    'workLog.timer': (caller) => caller.workLog.timer(),
    'workLog.counters': (caller) => caller.workLog.counters({}),
    'workLog.week': (caller) => caller.workLog.week({}),
    'workLog.list': (caller) => caller.workLog.list({ whose: 'agency' }),
    'workLog.exportCsv': (caller) => caller.workLog.exportCsv({ whose: 'agency' }),
    'workLog.get': (caller, { own }) => caller.workLog.get({ id: own.entry }),
    'workLog.start': (caller) => caller.workLog.start({}),
    'workLog.undoSwitch': async (caller) => {
      await caller.workLog.start({})
      const { undo } = await caller.workLog.start({})
      return caller.workLog.undoSwitch({ undo: undo ?? 'nothing' })
    },
    'workLog.pause': async (caller, { counterpart }) => {
      await counterpart.workLog.start({})
      return caller.workLog.pause()
    },
    'workLog.resume': async (caller, { counterpart }) => {
      await counterpart.workLog.start({})
      return caller.workLog.resume()
    },
    'workLog.stop': async (caller, { counterpart }) => {
      await counterpart.workLog.start({})
      return caller.workLog.stop()
    },
    'workLog.save': (caller, { own }) => caller.workLog.save({ id: own.entry, time }),
    'workLog.saveHours': (caller, { own }) =>
      caller.workLog.saveHours({
        project_id: null,
        date,
        duration: '1h',
        entry: { id: own.entry, version: 1 },
      }),
    'workLog.copyWeek': async (caller) => {
      await caller.workLog.save({ time })
      return caller.workLog.copyWeek({ date: '2026-03-25' })
    },
    'workLog.delete': (caller, { own }) => caller.workLog.delete({ id: own.entry }),
    'workLog.restore': async (caller, { own }) => {
      // Users without an entry of their own have nothing to restore, and call it anyway.
      const { undo } = await caller.workLog.delete({ id: own.entry }).catch(() => ({ undo: 'nothing' }))
      return caller.workLog.restore({ undo })
    },
  },
  access: {
    'workLog.copyWeek': [yes, yes, yes, yes, yes, own, own, own, own, own],
    'workLog.counters': [yes, yes, yes, yes, yes, own, own, own, own, own],
    'workLog.delete': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
    'workLog.exportCsv': [yes, yes, yes, yes, yes, own, own, own, own, own],
    'workLog.get': [yes, yes, yes, yes, yes, gone, gone, gone, gone, gone],
    'workLog.list': [yes, yes, yes, yes, yes, own, own, own, own, own],
    'workLog.pause': [yes, yes, noTimer, yes, yes, noTimer, noTimer, noTimer, noTimer, noTimer],
    'workLog.restore': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
    'workLog.resume': [yes, yes, noTimer, yes, yes, noTimer, noTimer, noTimer, noTimer, noTimer],
    'workLog.save': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
    'workLog.saveHours': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
    'workLog.start': [yes, yes, yes, yes, yes, own, own, own, own, own],
    'workLog.stop': [yes, yes, noTimer, yes, yes, noTimer, noTimer, noTimer, noTimer, noTimer],
    'workLog.timer': [yes, yes, yes, yes, yes, own, own, own, own, own],
    'workLog.undoSwitch': [yes, yes, yes, yes, yes, own, own, own, own, own],
    'workLog.week': [yes, yes, yes, yes, yes, own, own, own, own, own],
  },
  areas: {},
}
