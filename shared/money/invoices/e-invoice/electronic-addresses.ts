import { hasCheckDigit } from './party-numbers.ts'

/** Codes of the European list of electronic address schemes. */
export const ADDRESS_SCHEMES: readonly string[] = (
  '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 ' +
  '0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 ' +
  '0217 0218 0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915 9918 9919 9920 9922 ' +
  '9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 ' +
  '9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959 EM'
).split(' ')

/** Splits `0204:991-12345-06` into scheme and identifier; null if it has another form or an unknown scheme. */
export function splitAddress(address: string): { scheme: string; id: string } | null {
  const match = /^(\d{4}|EM):(\S.*)$/.exec(address.trim())
  const [, scheme, id] = match ?? []
  return scheme && id && ADDRESS_SCHEMES.includes(scheme) ? { scheme, id } : null
}

const digitsOf = (text: string): number[] => [...text].map(Number)

const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  digits.reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0)

/** Identifiers that Peppol refuses in another form, by scheme; for others, its checks only warn. */
const FORMS: Record<string, (id: string) => boolean> = {
  // GS1: weights of 3 and 1 from the end.
  '0088': (id) =>
    /^\d{2,}$/.test(id) &&
    digitsOf(id)
      .reverse()
      .reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) %
      10 ===
      0,
  // Only Germany's rules accept email addresses.
  EM: () => false,
  '0007': (id) => /^\d{10}$/.test(id) && hasCheckDigit(id),
  '0151': isAustralian,
  '0184': (id) => /^(DK)?\d{8}$/.test(id),
  '0192': isNorwegian,
  '0208': (id) => /^\d{10}$/.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8)),
}

/** A Norwegian organization number: nine digits, the last by modulus 11. */
export function isNorwegian(id: string): boolean {
  if (!/^\d{9}$/.test(id)) return false
  const digits = digitsOf(id)
  return (11 - (weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === digits[8]
}

/** An Australian business number: eleven digits, whose weighted sum is divisible by 89 once the first is reduced by 1. */
function isAustralian(id: string): boolean {
  if (!/^\d{11}$/.test(id)) return false
  return (weighted(digitsOf(id), [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0
}

/** Whether Peppol accepts the address's identifier. */
export function isRoutable(address: string): boolean {
  const parts = splitAddress(address)
  return parts !== null && (FORMS[parts.scheme]?.(parts.id) ?? true)
}
