import { type LookupAddress, lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { VERSION } from '../core/startup/version.ts'

/** Special-purpose ranges in IANA's registries, multicast, and tunnels between IPv4 and IPv6. */
const SPECIAL = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  SPECIAL.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  SPECIAL.addSubnet(network, prefix, 'ipv6')
}

/** All other IPv6 addresses are local, reserved, mapped, or translated. */
const GLOBAL_UNICAST = new BlockList()
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6')

/** An IPv4 address as mapped into IPv6, or as translated by NAT64 gateways (RFC 6052). */
const EMBEDDED = /^(?:::ffff:|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/i
const TRANSLATED = /^64:ff9b::(?:(?:([\da-f]{1,4}):)?([\da-f]{1,4}))?$/i

/** Whether the address is on the public internet; one that contains an IPv4 address is treated as that. */
export function isPublicAddress(address: string): boolean {
  const embedded = EMBEDDED.exec(address)?.[1] ?? translatedIn(address)
  if (embedded !== null) return isPublicAddress(embedded)
  const family = isIP(address)
  if (family === 4) return !SPECIAL.check(address, 'ipv4')
  return family === 6 && GLOBAL_UNICAST.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
}

/** The IPv4 address behind a NAT64 gateway: on networks with IPv6 only, all names resolve to such addresses. */
function translatedIn(address: string): string | null {
  const groups = TRANSLATED.exec(address)?.slice(1)
  if (groups === undefined) return null
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group ?? '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** False for literal addresses that aren't public, and for local host names. */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/i.test(host)
}

/** Checked when connecting, so that a name can't resolve to another address after a check. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const first = addresses?.[0]
    if (error !== null || first === undefined) return callback(error ?? new Error('unknown host'), '', 0)
    if (!addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new Error('This address is not on the public internet'), '', 0)
    }
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** Which addresses may be reached: the public internet, or any in tests. */
export type Reach = 'public' | 'anywhere'

const TIME_LIMIT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024

interface Sending {
  reach: Reach
  signal: AbortSignal
}

/**
 * Posts JSON to a user-supplied URL and resolves to the status. Doesn't follow redirects, times out after ten
 * seconds, and never connects to private networks.
 */
export async function postJson(
  address: string,
  body: string,
  headers: Record<string, string>,
  sending: Sending,
): Promise<number> {
  const response = await post(address, body, headers, sending)
  response.resume()
  return response.statusCode ?? 0
}

/** Like `postJson`, but returns the response: JSON of at most 64 KB. Throws for anything else. */
export async function askJson(address: string, question: unknown, sending: Sending): Promise<unknown> {
  const response = await post(address, JSON.stringify(question), { accept: 'application/json' }, sending)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error('The response is too long')
    parts.push(part)
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'))
}

function post(
  address: string,
  body: string,
  headers: Record<string, string>,
  { reach, signal }: Sending,
): Promise<IncomingMessage> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    // Literal addresses aren't resolved, so they are checked here.
    if (reach === 'public' && isIP(host) !== 0 && !isPublicAddress(host)) {
      return reject(new Error('This address is not on the public internet'))
    }
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(
      url,
      {
        method: 'POST',
        headers: {
          // Many firewalls refuse requests without these two.
          'user-agent': `Foyer/${VERSION}`,
          accept: '*/*',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
        ...(reach === 'public' && { lookup: publicLookup }),
      },
      resolve,
    )
    request.on('error', reject)
    request.end(body)
  })
}
