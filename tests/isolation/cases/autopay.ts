import { newId, toInstant } from '#server/db/values.ts'
import { AUTOPAY_TEXT } from '#shared/autopay.ts'
import { TEST_NOW } from '#tests/support/caller.ts'
import type { Calls, Subject } from '../case.ts'

const now = toInstant(TEST_NOW)

/** A mandate of the company's, as its own person would have given it. */
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

export const autopay: Calls = {
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
