import { z } from 'zod'
import { askJson, type Reach } from './public-http.ts'
import { vatPrefix } from './vat-number.ts'

/** The European Commission's register of VAT numbers; it asks the member states' own. */
const VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

/** Their numbers are checked by figures alone: the register doesn't know them. */
const OUTSIDE = ['CH', 'GB', 'NO']

const answer = z.object({ valid: z.boolean(), actionSucceed: z.boolean().optional() })

export function isRegistrable(taxId: string): boolean {
  const prefix = vatPrefix(taxId)
  return prefix !== null && !OUTSIDE.includes(prefix)
}

/** Whether the number is registered; null where nobody could be asked or the country's register is away. */
export async function isRegistered(
  taxId: string,
  { url, signal }: { url: string | null; signal: AbortSignal },
): Promise<boolean | null> {
  const question = { countryCode: taxId.slice(0, 2), vatNumber: taxId.slice(2) }
  // Whoever runs the portal vouches for an address of their own.
  const reach: Reach = url === null ? 'public' : 'anywhere'
  const heard = await askJson(`${url ?? VIES}/check-vat-number`, question, { reach, signal }).catch(
    () => null,
  )
  const { data } = answer.safeParse(heard)
  return data === undefined || data.actionSucceed === false ? null : data.valid
}
