import type { Db } from '#server/base/db/schema.ts'
import { newId } from '#server/base/db/values.ts'
import { AUTOPAY_TEXT } from '#shared/money/autopay/autopay.ts'
import type { Mutant } from '../mutants/mutant.ts'
import type { Calls, DomainCases, Subject } from '../notation/case.ts'
import { firm, gone, link, no, own, yes } from '../notation/cells.ts'
import { insert, now } from '../world/rows.ts'

/** A mandate of the company, as if given by its own contact. */
async function mandateOf({ db, world }: Subject): Promise<string> {
  const { clientId, userId } = world.home.client
  const { agencyId } = world.home
  const id = newId()
  await db.deleteFrom('autopay_mandates').where('client_id', '=', clientId).execute()
  await db
    .insertInto('autopay_mandates')
    .values({
      agency_id: agencyId,
      id,
      client_id: clientId,
      recurring_id: null,
      recurring_title: null,
      user_id: userId,
      given_by: 'Somebody',
      provider: 'test',
      account: 'instance',
      card_id: newId(),
      card_brand: 'visa',
      card_last4: '4242',
      max_amount: null,
      max_currency: null,
      wording: 'I agree.',
      text_version: AUTOPAY_TEXT,
      given_at: now,
      effective_on: now.slice(0, 10),
      paused_at: null,
      pause_reason: null,
      ended_at: null,
      ended_by: null,
      updated_at: now,
    })
    .execute()
  return id
}

const company = ({ world }: Subject) => ({ client_id: world.home.client.clientId })

const calls: Calls = {
  'autopay.ofClient': (caller, at) => caller.autopay.ofClient(company(at)),
  'autopay.byLink': (caller, { rows }) => caller.autopay.byLink({ token: rows.link }),
  'autopay.ofInvoice': (caller, { rows }) => caller.autopay.ofInvoice({ invoice_id: rows.invoice }),
  'autopay.give': (caller, { own }) =>
    caller.autopay.give({ card_id: own.card, text_version: AUTOPAY_TEXT, agreed: true }),
  'autopay.end': async (caller, at) => caller.autopay.end({ id: await mandateOf(at) }),
  'autopay.request': async (caller, at) => {
    await at.db.deleteFrom('autopay_mandates').execute()
    return caller.autopay.request(company(at))
  },
  'autopay.rules': (caller) => caller.autopay.rules(),
  'autopay.saveRules': async (caller, { db }) => {
    await db.deleteFrom('autopay_rules').execute()
    return caller.autopay.saveRules({ version: 0, notice_days: 5, retry_days: [2] })
  },
}

/** A mandate of every company, ended so that it triggers nothing, and an attempt for each of its invoices. */
async function addAutopay(db: Db): Promise<void> {
  const agencies = await db.selectFrom('agencies').select('id').execute()
  await insert(
    db,
    'autopay_rules',
    agencies.map(({ id }) => ({
      agency_id: id,
      notice_days: 3,
      retry_days: '3',
      version: 1,
      updated_at: now,
    })),
  )
  const clients = await db.selectFrom('clients').select(['agency_id', 'id']).execute()
  const card = { card_brand: 'visa', card_last4: '4242' }
  await insert(
    db,
    'autopay_mandates',
    clients.map(({ agency_id, id }) => ({
      agency_id,
      id,
      client_id: id,
      user_id: id,
      given_by: 'Somebody',
      provider: 'test',
      account: 'instance',
      card_id: id,
      ...card,
      wording: 'I agree.',
      text_version: 'isolation',
      given_at: now,
      effective_on: now.slice(0, 10),
      ended_at: now,
      ended_by: 'Somebody',
      updated_at: now,
    })),
  )
  const invoices = await db.selectFrom('invoices').select(['agency_id', 'id', 'client_id']).execute()
  await insert(
    db,
    'autopay_attempts',
    invoices
      .filter(({ agency_id, client_id }) => agency_id !== null && client_id !== null)
      .map(({ agency_id, id, client_id }) => ({
        agency_id,
        invoice_id: id,
        number: 1,
        mandate_id: client_id,
        ...card,
        amount: 1,
        currency: 'USD',
        outcome: 'skipped',
        charged_on: now.slice(0, 10),
        created_at: now,
        updated_at: now,
      })),
  )
}

export const cases: DomainCases = {
  calls,
  access: {
    'autopay.byLink': [yes, yes, yes, link, yes, link, link, link, link, link],
    'autopay.end': [no, yes, yes, no, yes, no, gone, firm, gone, gone],
    'autopay.give': [no, no, no, no, yes, no, gone, gone, gone, [no, no, gone]],
    'autopay.ofClient': [yes, yes, yes, no, yes, no, gone, firm, gone, gone],
    'autopay.ofInvoice': [yes, yes, yes, gone, yes, gone, gone, firm, gone, gone],
    'autopay.request': [no, yes, yes, no, no, no, no, no, no, gone],
    'autopay.rules': [no, yes, yes, no, no, no, no, no, no, own],
    'autopay.saveRules': [no, yes, yes, no, no, no, no, no, no, own],
  },
  areas: { autopay: ['payments'] },
  public: ['autopay.byLink'],
  visible: {
    autopay_attempts: { key: 'invoice_id', of: 'invoices' },
    autopay_mandates: [
      'of the agency',
      'none',
      'of the own company',
      'of the own company',
      'none',
      'none',
      'none',
      'all',
    ],
    autopay_rules: 'owner',
  },
  addRows: addAutopay,
}

export const mutants: Mutant[] = [
  {
    file: 'server/money/autopay/queries/cards.ts',
    find: ' && person.can_see_billing !== 0',
    replace: '',
    tests: ['tests/server/money/autopay/mandates.test.ts'],
  },
]
