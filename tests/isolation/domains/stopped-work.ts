import type { Db } from '#server/base/db/schema.ts'
import type { Mutant } from '../mutants/mutant.ts'
import type { Calls, DomainCases, Subject } from '../notation/case.ts'
import { gone, no, own, yes } from '../notation/cells.ts'
import { insert, now } from '../world/rows.ts'

const stoppedOf = (agency_id: string | null) => ({
  work: 'late-fee',
  item: agency_id ?? 'platform',
  agency_id,
  name: 'INV-1',
  link: '/dashboard',
  failures: 3,
  reason: 'Broken',
  failed_at: now,
  retry_at: now,
  stopped_at: now,
})

async function addRows(db: Db): Promise<void> {
  await db.deleteFrom('failing_work').execute()
  const agencies = await db.selectFrom('agencies').select('id').execute()
  await insert(db, 'failing_work', [stoppedOf(null), ...agencies.map(({ id }) => stoppedOf(id))])
}

/** The home agency's, added for the call. */
async function itemOf({ db, world }: Subject) {
  await addRows(db)
  return { work: 'late-fee' as const, item: world.home.agencyId }
}

const calls: Calls = {
  'stoppedWork.list': (caller) => caller.stoppedWork.list(),
  'stoppedWork.retry': async (caller, at) => caller.stoppedWork.retry(await itemOf(at)),
}

export const cases: DomainCases = {
  calls,
  access: {
    'stoppedWork.list': [yes, yes, yes, no, no, no, no, no, no, [own, no, no]],
    'stoppedWork.retry': [gone, yes, yes, no, no, no, no, no, no, [gone, no, no]],
  },
  areas: { stoppedWork: ['settings'] },
  visible: {
    failing_work: ['of the agency', 'none', 'none', 'none', 'none', 'none', 'none', 'the platform’s'],
  },
  addRows,
}

export const mutants: Mutant[] = [
  {
    file: 'server/base/domain.ts',
    find: "platform: (row) => row.isNull('agency_id')",
    replace: 'platform: (row) => row.all()',
    tests: ['tests/isolation/visibility.test.ts'],
  },
  {
    file: 'server/base/core/work/work-through.ts',
    find: '  if (earlier.stopped_at !== null) return false\n',
    replace: '',
    tests: ['tests/server/base/jobs/failing-work.test.ts'],
  },
]
