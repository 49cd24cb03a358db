import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Db } from '../schema.ts'

export const emailKey = (email: string): string => hash('sha256', `e-mail ${email}`)
export const tokenKey = (token: string): string => hash('sha256', token)

/**
 * Stores hashes of the agency's emails, tokens, and links, so that people and programs using them can be
 * redirected to its new address.
 */
export async function keepMovedKeys(trx: Db, agencyId: AgencyId): Promise<void> {
  const { rows: hashes } = await sql<{ key_hash: string }>`
    select token_hash as key_hash from api_tokens join profiles on profiles.user_id = api_tokens.user_id
      where agency_id = ${agencyId}
    union select token_hash from schedule_feeds join profiles on profiles.user_id = schedule_feeds.user_id
      where agency_id = ${agencyId}
    union select token_hash from invitations where agency_id = ${agencyId}
    union select token_hash from invoice_pay_links join invoices on invoices.id = invoice_id
      where agency_id = ${agencyId}`.execute(trx)
  const { rows: mails } = await sql<{ token: string }>`
    select unsubscribe_token as token from notification_mail_settings as settings
    join profiles on profiles.user_id = settings.user_id where agency_id = ${agencyId}`.execute(trx)
  const { rows: accounts } = await sql<{ email: string; password_hash: string }>`
    select users.email, password_hash from users join profiles on profiles.user_id = users.id
    where agency_id = ${agencyId}`.execute(trx)
  const keys = [
    ...hashes.map(({ key_hash }) => ({ key_hash, password_hash: null })),
    ...mails.map(({ token }) => ({ key_hash: tokenKey(token), password_hash: null })),
    ...accounts.map(({ email, password_hash }) => ({ key_hash: emailKey(email), password_hash })),
  ]
  for (const key of keys) {
    await trx
      .insertInto('moved_keys')
      .values({ ...key, agency_id: agencyId })
      .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ ...key, agency_id: agencyId }))
      .execute()
  }
}

/** The new address of the agency that the key belonged to; undefined if no moved agency had it. */
export const findMovedKey = (db: Db, keyHash: string) =>
  db
    .selectFrom('moved_keys')
    .innerJoin('agency_moves', 'agency_moves.agency_id', 'moved_keys.agency_id')
    .select(['agency_moves.name', 'agency_moves.address', 'moved_keys.password_hash'])
    .where('key_hash', '=', keyHash)
    .where('agency_moves.state', '=', 'moved')
    .executeTakeFirst()
