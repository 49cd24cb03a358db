import { readInstanceKey } from '#server/base/core/config.ts'
import { sealSecret } from '#server/base/core/secret-box.ts'
import type { Db } from '#server/base/db/schema.ts'
import { newId } from '#server/base/db/values.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { testServices } from '#tests/support/caller.ts'
import { payInEuros } from '#tests/support/money/payouts.ts'
import type { Mutant } from '../mutants/mutant.ts'
import type { Calls, DomainCases, Subject } from '../notation/case.ts'
import { gone, no, own, yes } from '../notation/cells.ts'
import { PASSWORD } from '../world/people.ts'
import { insert, now } from '../world/rows.ts'
import type { IsolationWorld } from '../world/world.ts'

const stamps = { created_at: now, updated_at: now }
const IBAN = 'DE89370400440532013000'

/** A contributor's account, a pending payout in euros, and one in a batch. */
export async function addSepa(db: Db, agency_id: AgencyId, employee_id: string, dataDir?: string) {
  const key = readInstanceKey(dataDir ?? testServices(db).config.dataDir)
  await db.deleteFrom('payout_accounts').where('employee_id', '=', employee_id).execute()
  await insert(db, 'payout_accounts', [
    {
      agency_id,
      id: newId(),
      employee_id,
      account_holder: 'Somebody',
      iban: sealSecret(key, IBAN),
      iban_hint: 'DE89 … 3000',
      bic: null,
      changed_by: 'Somebody',
      version: 1,
      ...stamps,
    },
  ])
  const [payout, sent, batch] = [newId(), newId(), newId()]
  await insert(
    db,
    'payouts',
    [payout, sent].map((id) => ({
      agency_id,
      id,
      employee_id,
      batch_id: null,
      description: 'Work',
      minutes: null,
      hourly_rate: null,
      amount: 1000,
      currency: 'EUR',
      status: 'pending',
      paid_at: null,
      version: 1,
      ...stamps,
    })),
  )
  await insert(db, 'sepa_batches', [
    {
      agency_id,
      id: batch,
      total: 1000,
      transfer_count: 1,
      execute_on: now.slice(0, 10),
      file: sealSecret(key, '<Document/>'),
      made_by: 'Somebody',
      settled_at: null,
      cancelled_at: null,
      created_at: now,
    },
  ])
  await insert(db, 'sepa_transfers', [{ agency_id, payout_id: sent, batch_id: batch }])
  return { payout, batch }
}

/** The home agency's, added for the call. */
async function sepaOf({ db, world }: Subject) {
  await payInEuros(db, world.home)
  return addSepa(db, world.home.agencyId, world.home.employee.employeeId)
}

async function addRows(db: Db, { casts }: IsolationWorld): Promise<void> {
  for (const { owner, contributor } of Object.values(casts)) {
    await addSepa(db, owner.agencyId as AgencyId, contributor.employeeId)
  }
}

const payee = ({ world }: Subject) => ({ employee_id: world.home.employee.employeeId })

const calls: Calls = {
  'payouts.account': (caller, at) => caller.payouts.account(payee(at)),
  'payouts.saveAccount': async (caller, at) => {
    await at.db.deleteFrom('payout_accounts').execute()
    return caller.payouts.saveAccount({
      ...payee(at),
      account_holder: 'Somebody',
      iban: IBAN,
      version: 0,
      password: PASSWORD,
    })
  },
  'payouts.sepaBatches': (caller) => caller.payouts.sepaBatches({}),
  'payouts.createSepaBatch': async (caller, at) => {
    const { payout } = await sepaOf(at)
    return caller.payouts.createSepaBatch({ payout_ids: [payout], execute_on: '2099-12-31' })
  },
  'payouts.cancelSepaBatch': async (caller, at) =>
    caller.payouts.cancelSepaBatch({ id: (await sepaOf(at)).batch }),
  'payouts.settleSepaBatch': async (caller, at) =>
    caller.payouts.settleSepaBatch({ id: (await sepaOf(at)).batch }),
}

const ofPayee = [no, yes, yes, yes, no, gone, no, no, no, [gone, gone, no]] as const
const ofOwners = [no, yes, yes, no, no, no, no, no, no, gone] as const

export const cases: DomainCases = {
  calls,
  access: {
    'payouts.account': ofPayee,
    'payouts.saveAccount': ofPayee,
    'payouts.sepaBatches': [no, yes, yes, no, no, no, no, no, no, own],
    'payouts.createSepaBatch': ofOwners,
    'payouts.cancelSepaBatch': ofOwners,
    'payouts.settleSepaBatch': ofOwners,
  },
  areas: {},
  visible: {
    payout_accounts: ['of the agency', 'own pay', 'none', 'none', 'none', 'none', 'none', 'all'],
    sepa_batches: 'owner',
    sepa_transfers: 'owner',
  },
  addRows,
}

export const mutants: Mutant[] = [
  {
    file: 'server/money/payouts/sepa/commands/end-batch.ts',
    find: "    .where('settled_at', 'is', null)\n",
    replace: '',
    tests: ['tests/server/money/payouts/sepa-batches.test.ts'],
  },
  {
    file: 'server/money/payouts/sepa/commands/create-batch.ts',
    find: "    .where('status', '=', 'pending')\n",
    replace: '',
    tests: ['tests/server/money/payouts/sepa-batches.test.ts'],
  },
  {
    file: 'server/money/payouts/sepa/queries/accounts.ts',
    find: 'if (isContributor && employeeId != null && employeeId !== id)',
    replace: 'if (employeeId === null)',
    tests: ['tests/isolation/procedures.test.ts'],
  },
]
