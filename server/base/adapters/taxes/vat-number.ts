import type { Validator } from 'stdnum/lib/cjs/types.js'

type Check = Pick<Validator, 'validate'>

/** By the number's prefix, which differs from the country code for Greece and Northern Ireland. */
const CHECKS: Readonly<Record<string, () => Promise<Check>>> = {
  AT: () => import('stdnum/lib/cjs/at/uid.js'),
  BE: () => import('stdnum/lib/cjs/be/vat.js'),
  BG: () => import('stdnum/lib/cjs/bg/vat.js'),
  CH: () => import('stdnum/lib/cjs/ch/uid.js'),
  CY: () => import('stdnum/lib/cjs/cy/vat.js'),
  CZ: () => import('stdnum/lib/cjs/cz/dic.js'),
  DE: () => import('stdnum/lib/cjs/de/vat.js'),
  DK: () => import('stdnum/lib/cjs/dk/cvr.js'),
  EE: () => import('stdnum/lib/cjs/ee/kmkr.js'),
  EL: () => import('stdnum/lib/cjs/gr/vat.js'),
  ES: () => import('stdnum/lib/cjs/es/nif.js'),
  FI: () => import('stdnum/lib/cjs/fi/alv.js'),
  FR: () => import('stdnum/lib/cjs/fr/tva.js'),
  GB: () => import('stdnum/lib/cjs/gb/vat.js'),
  HR: () => import('stdnum/lib/cjs/hr/oib.js'),
  HU: () => import('stdnum/lib/cjs/hu/anum.js'),
  IE: () => import('stdnum/lib/cjs/ie/vat.js'),
  IT: () => import('stdnum/lib/cjs/it/iva.js'),
  LT: () => import('stdnum/lib/cjs/lt/pvm.js'),
  LU: () => import('stdnum/lib/cjs/lu/tva.js'),
  LV: () => import('stdnum/lib/cjs/lv/pvn.js'),
  MT: () => import('stdnum/lib/cjs/mt/vat.js'),
  NL: () => import('stdnum/lib/cjs/nl/btw.js'),
  NO: () => import('stdnum/lib/cjs/no/mva.js'),
  PL: () => import('stdnum/lib/cjs/pl/nip.js'),
  PT: () => import('stdnum/lib/cjs/pt/nif.js'),
  RO: () => import('stdnum/lib/cjs/ro/cif.js'),
  SE: () => import('stdnum/lib/cjs/se/vat.js'),
  SI: () => import('stdnum/lib/cjs/si/ddv.js'),
  SK: () => import('stdnum/lib/cjs/sk/dph.js'),
  XI: () => import('stdnum/lib/cjs/gb/vat.js'),
}

/** Two letters of a country, up to two letters belonging to the number, and a digit. */
const PREFIXED = /^([A-Z]{2})[A-Z]{0,2}\d/
/** In Switzerland, the prefix is part of the number, and the tax's name may follow. */
const SWISS_TAX = /(MWST|TVA|IVA|TPV)$/

/** The VAT prefix of the number; null for other numbers, such as national ones. */
export function vatPrefix(text: string): string | null {
  const prefix = PREFIXED.exec(compact(text))?.[1] ?? ''
  return prefix in CHECKS ? prefix : null
}

const compact = (text: string): string => text.toUpperCase().replace(/[\s./-]/g, '')

/**
 * Normalizes a VAT number, removing spaces and periods; null if it is invalid in its country. Numbers without
 * a country prefix are returned as entered.
 */
export async function checkedTaxNumber(text: string): Promise<string | null> {
  const prefix = vatPrefix(text)
  const check = prefix === null ? undefined : CHECKS[prefix]
  if (prefix === null || check === undefined) return text
  const number = compact(text)
  const { validate } = await check()
  const bare = prefix === 'CH' ? number.replace(SWISS_TAX, '') : number.slice(prefix.length)
  return validate(bare).isValid ? number : null
}
