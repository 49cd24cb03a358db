import type { Addressee, Addressees } from '#shared/identity/letterhead/document-mails.ts'
import type { OutgoingMailInput } from '#shared/identity/letterhead/schemas/document-mails.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { toAddresses } from '../../../../base/db/values.ts'

/**
 * The recipients of a client's bills: its own address, billing contacts, and CC addresses, without
 * duplicates.
 */
export async function billingRecipients(ctx: Ctx, clientId: string): Promise<Addressees> {
  const [client, contacts] = await Promise.all([
    selectFrom(ctx, 'clients')
      .select(['name', 'email', 'billing_cc', 'billing_bcc'])
      .where('id', '=', clientId)
      .executeTakeFirstOrThrow(),
    selectFrom(ctx, 'client_contacts')
      .select(['name', 'email'])
      .where('client_id', '=', clientId)
      .where('can_see_billing', '=', 1)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ])
  return eachOnce({
    to: [{ name: client.name, email: client.email }, ...contacts],
    cc: toAddresses(client.billing_cc),
    bcc: toAddresses(client.billing_bcc),
  })
}

/** The chosen addresses with known names; all recipients if none were chosen. */
export async function chosenRecipients(
  ctx: Ctx,
  clientId: string,
  chosen: Pick<OutgoingMailInput, 'to' | 'cc' | 'bcc'> | undefined,
): Promise<Addressees> {
  const recipients = await billingRecipients(ctx, clientId)
  if (chosen === undefined) return recipients
  const nameOf = (email: string) => recipients.to.find((one) => one.email === email)?.name ?? ''
  return eachOnce({ ...chosen, to: chosen.to.map((email) => ({ name: nameOf(email), email })) })
}

/** The number of recipients of a mail. */
export const countOf = ({ to, cc, bcc }: Record<'to' | 'cc' | 'bcc', readonly unknown[]>): number =>
  to.length + cc.length + bcc.length

/** The address of a person with an account. */
export const addressOf = async (ctx: Ctx, userId: string | null): Promise<Addressee | undefined> =>
  userId === null
    ? undefined
    : selectFrom(ctx, 'profiles').select(['name', 'email']).where('user_id', '=', userId).executeTakeFirst()

/** The payer's address: the person's, or the client's for payments by link, transfer, or credit. */
export async function addressOfPayer(ctx: Ctx, clientId: string, userId: string | null): Promise<Addressee> {
  return (
    (await addressOf(ctx, userId)) ??
    (await selectFrom(ctx, 'clients')
      .select(['name', 'email'])
      .where('id', '=', clientId)
      .executeTakeFirstOrThrow())
  )
}

/** Removes duplicate addresses, keeping the first. */
export function eachOnce({ to, cc, bcc }: Addressees): Addressees {
  const seen = new Set<string>()
  const isNew = (address: string) => !seen.has(address) && seen.add(address) !== undefined
  return { to: to.filter(({ email }) => isNew(email)), cc: cc.filter(isNew), bcc: bcc.filter(isNew) }
}
