import { useRef, useState } from 'react'
import { trpc } from '#client/lib/calls/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import { type TaxRounding, USUAL_TAX_ROUNDING } from '#shared/base/amounts/money.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { type Defaults, defaultsFor, type TaxValues } from './invoice-values.ts'

export interface DocumentDefaults {
  /** The tax of the next line. */
  tax: TaxValues
  /** Selects a client; returns the defaults before and after. */
  choose: (clientId: string) => Promise<{ before: Defaults; after: Defaults }>
}

/** Defaults of a new document: the client's, or the agency's until a client is selected. */
export function useDocumentDefaults(
  profile: LetterheadProfileDto,
  client: ClientDto | null = null,
): DocumentDefaults & { defaults: Defaults } {
  const utils = trpc.useUtils()
  const currency = useCurrency()
  const agency = { profile, currency }
  const [defaults, setDefaults] = useState(() => defaultsFor(client, agency))
  const applied = useRef(defaults)
  const choose = async (id: string) => {
    const before = applied.current
    const after = defaultsFor(await utils.clients.get.fetch({ id }), agency)
    applied.current = after
    setDefaults(after)
    return { before, after }
  }
  return { defaults, tax: defaults.tax, choose }
}

/** Where the agency rounds tax; the dialog has already loaded its profile for the other defaults. */
export const useTaxRounding = (): TaxRounding =>
  trpc.letterhead.profile.useQuery().data?.tax_rounding ?? USUAL_TAX_ROUNDING
