import { useRef, useState } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import { type TaxRounding, USUAL_TAX_ROUNDING } from '#shared/base/amounts/money.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { type Defaults, defaultsFor, type TaxValues } from './invoice-values.ts'

export interface DocumentDefaults {
  /** The tax of the next line. */
  tax: TaxValues
  /** Loads the defaults of the selected client for the form. */
  choose: (clientId: string, form: DefaultsForm) => void
  /** Waits for them; the form calls it before it is saved. */
  ready: () => Promise<void>
}

interface DefaultsForm {
  apply: (before: Defaults, after: Defaults) => void
  fail: (message: string) => void
}

const NOT_LOADED = 'The client’s terms and tax couldn’t be loaded. Choose the client again.'

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
  const newest = useRef<Promise<void>>(Promise.resolve())
  const choose = (id: string, form: DefaultsForm) => {
    // Those of an earlier selection can arrive later.
    const isNewest = () => newest.current === loading
    const load = async (): Promise<void> => {
      try {
        const after = defaultsFor(await utils.clients.get.fetch({ id }), agency)
        if (!isNewest()) return newest.current
        form.apply(applied.current, after)
        applied.current = after
        setDefaults(after)
      } catch {
        if (!isNewest()) return newest.current
        form.fail(NOT_LOADED)
      }
    }
    const loading = load()
    newest.current = loading
  }
  return { defaults, tax: defaults.tax, choose, ready: () => newest.current }
}

/** Where the agency rounds tax; the dialog has already loaded its profile for the other defaults. */
export const useTaxRounding = (): TaxRounding =>
  trpc.letterhead.profile.useQuery().data?.tax_rounding ?? USUAL_TAX_ROUNDING
