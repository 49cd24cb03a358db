import { isIP, isIPv6 } from 'node:net'

/**
 * Normalizes an address from a proxy: without port, brackets, and zone, with IPv4 unmapped; null for anything
 * else.
 */
export function plainAddress(text: string): string | null {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1]
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1]
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '')
  if (isIP(address) === 0) return null
  if (!isIPv6(address)) return address
  // The URL parser normalizes addresses.
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short)
  if (mapped === null) return short
  const [high = 0, low = 0] = mapped.slice(1).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
