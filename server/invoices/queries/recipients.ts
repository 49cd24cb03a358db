import type { Addressee, Addressees, OutgoingMailInput } from '#shared/billing-mails.ts'
import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { toAddresses } from '../../db/values.ts'

/** Who gets a client's bills: its own address, its contacts for billing and its copies, each address once. */
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

/** The addresses that were chosen, with the names of those that are known; all of them are where none were. */
export async function chosenRecipients(
  ctx: Ctx,
  clientId: string,
  chosen: Pick<OutgoingMailInput, 'to' | 'cc' | 'bcc'> | undefined,
): Promise<Addressees> {
  const known = await billingRecipients(ctx, clientId)
  if (chosen === undefined) return known
  const nameOf = (email: string) => known.to.find((one) => one.email.toLowerCase() === email)?.name ?? ''
  return eachOnce({ ...chosen, to: chosen.to.map((email) => ({ name: nameOf(email), email })) })
}

/** Of a person with an account. */
export const addressOf = async (ctx: Ctx, userId: string | null): Promise<Addressee | undefined> =>
  userId === null
    ? undefined
    : selectFrom(ctx, 'profiles').select(['name', 'email']).where('user_id', '=', userId).executeTakeFirst()

/** Whoever paid: the person, or the client where a link, a transfer or the client's credit did. */
export async function addressOfPayer(ctx: Ctx, clientId: string, userId: string | null): Promise<Addressee> {
  return (
    (await addressOf(ctx, userId)) ??
    (await selectFrom(ctx, 'clients')
      .select(['name', 'email'])
      .where('id', '=', clientId)
      .executeTakeFirstOrThrow())
  )
}

/** Nobody gets a mail twice: an address counts where it is named first. */
export function eachOnce({ to, cc, bcc }: Addressees): Addressees {
  const seen = new Set<string>()
  const isNew = (address: string) => {
    const key = address.toLowerCase()
    return !seen.has(key) && seen.add(key) !== undefined
  }
  return { to: to.filter(({ email }) => isNew(email)), cc: cc.filter(isNew), bcc: bcc.filter(isNew) }
}
