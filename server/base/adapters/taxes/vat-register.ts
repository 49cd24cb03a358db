import { z } from 'zod'
import { askJson, type Reach } from '../public-http.ts'
import { vatPrefix } from './vat-number.ts'

/** The European Commission's register of VAT numbers, which queries the member states. */
const VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

/** These are only checked for their format: the register doesn't cover them. */
const OUTSIDE = ['CH', 'GB', 'NO']

const answer = z.object({ valid: z.boolean(), actionSucceed: z.boolean().optional() })

export function isRegistrable(taxId: string): boolean {
  const prefix = vatPrefix(taxId)
  return prefix !== null && !OUTSIDE.includes(prefix)
}

/** Whether the number is registered; null if the register is unavailable or doesn't cover it. */
export async function isRegistered(
  taxId: string,
  { url, signal }: { url: string | null; signal: AbortSignal },
): Promise<boolean | null> {
  const question = { countryCode: taxId.slice(0, 2), vatNumber: taxId.slice(2) }
  // A custom address is set by the operator and trusted.
  const reach: Reach = url === null ? 'public' : 'anywhere'
  const response = await askJson(`${url ?? VIES}/check-vat-number`, question, { reach, signal }).catch(
    () => null,
  )
  const { data } = answer.safeParse(response)
  return data === undefined || data.actionSucceed === false ? null : data.valid
}
