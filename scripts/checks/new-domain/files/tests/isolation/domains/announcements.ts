import type { Db } from '#server/base/db/schema.ts'
import { newId } from '#server/base/db/values.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Mutant } from '../mutants/mutant.ts'
import type { DomainCases, Subject } from '../notation/case.ts'
import { gone, home, no, own, yes } from '../notation/cells.ts'
import { insert, now } from '../world/rows.ts'
import type { IsolationWorld } from '../world/world.ts'

const idOf = async ({ owner }: Subject) => {
  const { id } = await owner.announcements.save({ text: 'Hello' })
  return { id }
}

/** An announcement for each cast, read by its client and its owner. */
async function addRows(db: Db, { casts }: IsolationWorld): Promise<void> {
  for (const { owner, client } of Object.values(casts)) {
    const agency_id = owner.agencyId as AgencyId
    const id = newId()
    await insert(db, 'announcements', [
      {
        agency_id,
        id,
        author_id: owner.userId,
        author_name: owner.name,
        text: 'Hello',
        version: 1,
        created_at: now,
        updated_at: now,
      },
    ])
    const reads = [owner, client].map(({ userId: user_id }) => ({ user_id, read_at: now }))
    await insert(
      db,
      'announcement_reads',
      reads.map((read) => ({ ...read, agency_id, announcement_id: id })),
    )
  }
}

const everyClient = { because: 'Announcements are for all clients of the agency.' }

export const cases: DomainCases = {
  calls: {
    'announcements.list': (caller) => caller.announcements.list(),
    'announcements.save': async (caller, at) =>
      caller.announcements.save({ ...(await idOf(at)), text: 'Hello again' }),
    'announcements.delete': async (caller, at) => caller.announcements.delete(await idOf(at)),
    'announcements.markRead': async (caller, at) => caller.announcements.markRead(await idOf(at)),
  },
  access: {
    'announcements.list': [yes, yes, yes, yes, yes, own, own, own, own, own],
    'announcements.save': [no, yes, yes, no, no, no, no, no, no, gone],
    'announcements.delete': [no, yes, yes, no, no, no, no, no, no, gone],
    'announcements.markRead': [home, yes, yes, gone, yes, gone, everyClient, everyClient, everyClient, gone],
  },
  areas: { announcements: ['overview', 'settings'] },
  visible: {
    announcements: [
      'of the agency',
      'none',
      'of the agency',
      'of the agency',
      'of the agency',
      'none',
      'none',
      'all',
    ],
    announcement_reads: [
      'of the agency',
      'none',
      'own in the agency',
      'own in the agency',
      'own in the agency',
      'none',
      'none',
      'all',
    ],
  },
  addRows,
}

export const mutants: Mutant[] = [
  {
    file: 'server/people/announcements/domain.ts',
    find: "row.is('user_id', reach.userId)",
    replace: "row.isNot('user_id', '')",
    tests: ['tests/isolation/visibility.test.ts'],
    only: '^announcement_reads ',
  },
  {
    file: 'server/people/announcements/commands.ts',
    find: ' && version !== current.version',
    replace: ' && version > current.version',
    tests: ['tests/server/people/announcements/announcements.test.ts'],
  },
]
