import type { Tx } from '../../../core/context.ts'
import { selectFrom } from '../../../core/rows.ts'

export interface Recipient {
  name: string
  email: string
}

/** Who gets a client's bills: the client's own address and its contacts for billing, each address once. */
export async function billingRecipients(
  tx: Tx,
  client: Recipient & { clientId: string | null | undefined },
): Promise<Recipient[]> {
  const contacts = client.clientId
    ? await selectFrom(tx, 'client_contacts')
        .select(['name', 'email'])
        .where('client_id', '=', client.clientId)
        .where('can_see_billing', '=', 1)
        .orderBy('created_at')
        .execute()
    : []
  const own = client.email.toLowerCase()
  return [
    { name: client.name, email: client.email },
    ...contacts.filter((contact) => contact.email.toLowerCase() !== own),
  ]
}
