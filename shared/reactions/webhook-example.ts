/** How receivers verify a webhook's signature; shown in Settings and docs/api.md, and run by a test. */
export const VERIFY_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether the portal sent it. \`body\` is the request's raw text, before any JSON parsing. */
export function isGenuine(secret: string, signature: string, body: string): boolean {
  const [, seconds, digests] = /^t=(\\d+),((?:,?v1=[0-9a-f]{64})+)$/.exec(signature) ?? []
  if (seconds === undefined || digests === undefined) return false
  // Reject signatures older than five minutes, which may be replayed.
  if (Math.abs(Date.now() / 1000 - Number(seconds)) > 300) return false
  const expected = createHmac('sha256', secret).update(seconds + '.' + body).digest()
  // One for each secret, while the one replaced by a new one still signs.
  return digests.split(',').some((digest) => timingSafeEqual(expected, Buffer.from(digest.slice(3), 'hex')))
}
`
