import type { Db } from '#server/base/db/schema.ts'
import { YEAR_END_CHECKS } from '#shared/money/ledger/closed-periods.ts'
import type { Mutant } from '../mutants/mutant.ts'
import type { Calls, DomainCases, Subject } from '../notation/case.ts'
import { home, no, own, yes } from '../notation/cells.ts'
import { PASSWORD } from '../world/people.ts'
import { insert, now } from '../world/rows.ts'

/** Closes every agency's books up to the end of 2020. */
async function closeAll(db: Db): Promise<void> {
  const agencies = await db.selectFrom('agencies').select('id').execute()
  await insert(
    db,
    'period_locks',
    agencies.map(({ id }) => ({
      agency_id: id,
      version: 1,
      soft_until: null,
      hard_until: '2020-12-31',
      act: 'set',
      set_by_name: 'Somebody',
      set_at: now,
    })),
  )
}

/** The same for agencies that haven't closed their books yet; returns the version of the lock dates. */
async function closed({ db }: Subject): Promise<number> {
  const locks = await db.selectFrom('period_locks').select('version').execute()
  if (locks.length === 0) await closeAll(db)
  return 1
}

const calls: Calls = {
  'finance.periods': (caller) => caller.finance.periods(),
  'finance.yearEnd': (caller) => caller.finance.yearEnd(),
  'finance.setLocks': async (caller, at) =>
    caller.finance.setLocks({
      soft_until: '2022-06-30',
      hard_until: '2021-12-31',
      version: await closed(at),
    }),
  'finance.reopenPeriods': async (caller, at) =>
    caller.finance.reopenPeriods({
      hard_until: null,
      reason: 'Mistake',
      version: await closed(at),
      password: PASSWORD,
    }),
  'finance.closeYear': async (caller, at) =>
    caller.finance.closeYear({
      to: '2021-12-31',
      accepted: [...YEAR_END_CHECKS],
      version: await closed(at),
    }),
}

export const cases: DomainCases = {
  calls,
  access: {
    'finance.closeYear': [no, yes, yes, no, no, no, no, no, no, own],
    'finance.periods': [home, yes, yes, no, no, no, no, no, no, own],
    'finance.reopenPeriods': [no, yes, yes, no, no, no, no, no, no, own],
    'finance.setLocks': [no, yes, yes, no, no, no, no, no, no, own],
    'finance.yearEnd': [home, yes, yes, no, no, no, no, no, no, own],
  },
  areas: {},
  visible: { period_locks: 'owner' },
  addRows: closeAll,
}

const ACTS = ['tests/server/money/ledger/periods/after-closing.test.ts']

export const mutants: Mutant[] = [
  {
    file: 'server/money/ledger/queries/open-days.ts',
    find: 'day <= hard_until',
    replace: 'day < hard_until',
    tests: ACTS,
  },
  {
    file: 'server/money/ledger/queries/open-days.ts',
    find: 'if (confirmed === true) return',
    replace: 'return',
    tests: ['tests/server/money/ledger/periods/locks.test.ts'],
  },
  {
    file: 'server/money/ledger/periods/commands/set-locks.ts',
    find: 'if (isEarlier(hard_until, before.hard_until)) throw needsPassword()',
    replace: '',
    tests: ['tests/server/money/ledger/periods/locks.test.ts'],
  },
]
