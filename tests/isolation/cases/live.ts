import type { IsolationCases } from '../case.ts'

export const liveCases: IsolationCases = {
  'live.changes': { can: 'session.own', call: (caller) => caller.live.changes({}) },
}
