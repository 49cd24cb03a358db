import { useRef, useState } from 'react'
import { useCurrency } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { BillingProfileDto } from '#shared/billing.ts'
import type { ClientDto } from '#shared/clients.ts'
import { type Defaults, defaultsFor, type TaxValues } from './invoice-values.ts'

export interface Beginning {
  /** The tax of the next line. */
  tax: TaxValues
  /** What was taken so far, and what the client has instead. */
  choose: (clientId: string) => Promise<{ before: Defaults; after: Defaults }>
}

/** How a document begins: as the client's do, or the agency's until one is chosen. */
export function useBeginning(
  profile: BillingProfileDto,
  client: ClientDto | null = null,
): Beginning & { defaults: Defaults } {
  const utils = trpc.useUtils()
  const currency = useCurrency()
  const agency = { profile, currency }
  const [defaults, setDefaults] = useState(() => defaultsFor(client, agency))
  const taken = useRef(defaults)
  const choose = async (id: string) => {
    const before = taken.current
    const after = defaultsFor(await utils.clients.get.fetch({ id }), agency)
    taken.current = after
    setDefaults(after)
    return { before, after }
  }
  return { defaults, tax: defaults.tax, choose }
}
