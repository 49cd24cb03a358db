import type { Addressee, Addressees } from '#shared/identity/letterhead/document-mails.ts'
import type { OutgoingMailInput } from '#shared/identity/letterhead/schemas/document-mails.ts'
import { present } from '../../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { toAddresses } from '../../../../base/db/values.ts'

/**
 * The recipients of a client's bills: its own address, billing contacts, and CC addresses, without
 * duplicates.
 */
export async function billingRecipients(ctx: Ctx, clientId: string): Promise<Addressees> {
  const recipients = await billingRecipientsOf(ctx, [clientId])
  return present(recipients.get(clientId), 'The client of a bill')
}

/** The same for at most a page of clients, by client. */
export async function billingRecipientsOf(
  ctx: Ctx,
  clientIds: readonly string[],
): Promise<Map<string, Addressees>> {
  const [clients, contacts] = await Promise.all([
    selectFrom(ctx, 'clients')
      .select(['id', 'name', 'email', 'billing_cc', 'billing_bcc'])
      .where('id', 'in', clientIds)
      .execute(),
    selectFrom(ctx, 'client_contacts')
      .select(['client_id', 'name', 'email'])
      .where('client_id', 'in', clientIds)
      .where('can_see_billing', '=', 1)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ])
  const contactsOf = Map.groupBy(contacts, ({ client_id }) => client_id)
  return new Map(
    clients.map(({ id, name, email, billing_cc, billing_bcc }) => {
      const others = (contactsOf.get(id) ?? []).map((contact) => ({
        name: contact.name,
        email: contact.email,
      }))
      const to = [{ name, email }, ...others]
      return [id, eachOnce({ to, cc: toAddresses(billing_cc), bcc: toAddresses(billing_bcc) })]
    }),
  )
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

/** All of them. */
export const addressesOf = ({ to, cc, bcc }: Addressees): string[] => [
  ...to.map(({ email }) => email),
  ...cc,
  ...bcc,
]

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
