import type { Db } from '#server/base/db/schema.ts'
import { newId } from '#server/base/db/values.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Mutant } from '../mutants/mutant.ts'
import type { Calls, DomainCases, Subject } from '../notation/case.ts'
import { gone, home, no, own, yes } from '../notation/cells.ts'
import { insert, now } from '../world/rows.ts'
import type { IsolationWorld } from '../world/world.ts'

const DAY = now.slice(0, 10)
const stamps = { created_at: now, updated_at: now }

/** Not an IBAN. */
const numberOf = (account: string): string => `9${account.replaceAll('-', '').toUpperCase()}`

/** An account of the agency with one open line, one matched line without bookings, and a rule. */
async function addBank(db: Db, agency_id: AgencyId, clientId: string) {
  const [account, statement, unmatched] = [newId(), newId(), newId()]
  const [line, matched, rule] = [newId(), newId(), newId()]
  await insert(db, 'bank_accounts', [
    {
      agency_id,
      id: account,
      name: 'Main account',
      number: numberOf(account),
      currency: 'USD',
      ledger_account: '1200',
      version: 1,
      ...stamps,
    },
  ])
  const statementRow = (id: string, line_count: number) => ({
    agency_id,
    id,
    account_id: account,
    file_name: 'statement.xml',
    file_hash: id,
    position: 0,
    format: 'camt',
    reference: '1',
    from_on: DAY,
    to_on: DAY,
    opening: 0,
    closing: 2000,
    line_count,
    created_at: now,
  })
  await insert(db, 'bank_statements', [statementRow(statement, 2), statementRow(unmatched, 0)])
  const lineRow = (id: string, status: 'open' | 'matched') => ({
    agency_id,
    id,
    account_id: account,
    statement_id: statement,
    identity: id,
    position: 0,
    booked_on: DAY,
    valued_on: DAY,
    amount: 1000,
    charges: 0,
    currency: 'USD',
    party_name: 'Somebody',
    party_iban: '',
    reference: '',
    end_to_end_id: '',
    bank_ref: id,
    text: 'Thanks',
    status,
    settled_at: status === 'open' ? null : now,
    version: 1,
    ...stamps,
  })
  await insert(db, 'bank_lines', [lineRow(line, 'open'), lineRow(matched, 'matched')])
  await insert(db, 'bank_matches', [
    {
      agency_id,
      id: newId(),
      line_id: matched,
      position: 0,
      kind: 'transfer',
      amount: 1000,
      booked: 0,
      client_id: null,
      invoice_id: null,
      payment_id: null,
      refund_id: null,
      expense_id: null,
      payout_id: null,
      provider_payout_id: null,
      other_line_id: null,
      difference_id: null,
      created_at: now,
    },
  ])
  await insert(db, 'bank_rules', [
    {
      agency_id,
      id: rule,
      field: 'party',
      contains: 'Nobody at all',
      client_id: clientId,
      category: null,
      version: 1,
      ...stamps,
    },
  ])
  await insert(db, 'bank_csv_mappings', [{ agency_id, signature: account, mapping: '{}', updated_at: now }])
  return { account, line, matched, unmatched, rule }
}

/** The home agency's bank, added for the call. */
const bankOf = ({ db, world }: Subject) => addBank(db, world.home.agencyId, world.home.client.clientId)

async function addRows(db: Db, { casts }: IsolationWorld): Promise<void> {
  for (const { owner, client } of Object.values(casts)) {
    await addBank(db, owner.agencyId as AgencyId, client.clientId)
  }
}

const calls: Calls = {
  'bank.accounts': (caller) => caller.bank.accounts(),
  'bank.lines': (caller) => caller.bank.lines({}),
  'bank.line': async (caller, at) => caller.bank.line({ id: (await bankOf(at)).line }),
  'bank.statements': async (caller, at) => caller.bank.statements({ account_id: (await bankOf(at)).account }),
  'bank.rules': (caller) => caller.bank.rules(),
  'bank.choices': async (caller, at) => caller.bank.choices({ id: (await bankOf(at)).line }),
  'bank.balance': async (caller, at) => caller.bank.balance({ account_id: (await bankOf(at)).account }),
  'bank.saveAccount': async (caller, at) => {
    const { account } = await bankOf(at)
    return caller.bank.saveAccount({
      id: account,
      name: 'Renamed',
      number: numberOf(account),
      currency: 'USD',
    })
  },
  'bank.accept': async (caller, at) => {
    const { line } = await bankOf(at)
    const parts = [{ kind: 'deposit' as const, client_id: at.world.home.client.clientId, amount: 1000 }]
    return caller.bank.accept({ id: line, version: 1, parts })
  },
  'bank.acceptCertain': (caller) => caller.bank.acceptCertain({}),
  'bank.undo': async (caller, at) => caller.bank.undo({ id: (await bankOf(at)).matched }),
  'bank.setIgnored': async (caller, at) =>
    caller.bank.setIgnored({ id: (await bankOf(at)).line, ignored: true }),
  'bank.deleteStatement': async (caller, at) =>
    caller.bank.deleteStatement({ id: (await bankOf(at)).unmatched }),
  'bank.saveRule': async (caller, at) =>
    caller.bank.saveRule({
      field: 'text',
      contains: 'Nobody at all',
      client_id: at.world.home.client.clientId,
    }),
  'bank.deleteRule': async (caller, at) => caller.bank.deleteRule({ id: (await bankOf(at)).rule }),
}
const ownLists = [home, yes, yes, no, no, no, no, no, no, [own, no, no]] as const
const ofOwners = [home, yes, yes, no, no, no, no, no, no, [gone, no, no]] as const

export const cases: DomainCases = {
  calls,
  access: {
    'bank.accounts': ownLists,
    'bank.line': ofOwners,
    'bank.lines': ownLists,
    'bank.statements': ownLists,
    'bank.rules': ownLists,
    'bank.choices': ofOwners,
    'bank.balance': ofOwners,
    'bank.saveAccount': ofOwners,
    'bank.accept': ofOwners,
    'bank.acceptCertain': ownLists,
    'bank.undo': ofOwners,
    'bank.setIgnored': ofOwners,
    'bank.deleteStatement': ofOwners,
    'bank.saveRule': ofOwners,
    'bank.deleteRule': ofOwners,
  },
  areas: { bank: ['finance'] },
  visible: {
    bank_accounts: 'owner',
    bank_statements: 'owner',
    bank_lines: 'owner',
    bank_matches: 'owner',
    bank_rules: 'owner',
    bank_csv_mappings: 'owner',
  },
  addRows,
}

export const mutants: Mutant[] = [
  {
    file: 'server/money/bank/commands/accept.ts',
    find: "    .where('status', '!=', 'matched')\n",
    replace: '',
    tests: ['tests/server/money/bank/books.test.ts'],
  },
  {
    file: 'server/money/bank/commands/delete-statement.ts',
    find: 'if (matched !== undefined)',
    replace: 'if (matched === null)',
    tests: ['tests/server/money/bank/importing.test.ts'],
  },
  {
    file: 'server/money/bank/commands/book-exchange.ts',
    find: 'isGiven && line.currency',
    replace: 'isGiven || line.currency',
    tests: ['tests/server/money/bank/matching.test.ts'],
  },
]
