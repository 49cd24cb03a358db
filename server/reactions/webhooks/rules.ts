import { createHmac } from 'node:crypto'

/** Minutes to wait after each failed attempt; after the last one, the delivery is marked as failed. */
const RETRY_MINUTES = [1, 5, 30, 120, 720]

export const retryAfterMinutes = (attempts: number): number | null => RETRY_MINUTES[attempts - 1] ?? null

const SWITCHED_OFF_AFTER_MS = 3 * 86_400_000

export const hasFailedLong = (since: string, now: Date): boolean =>
  now.getTime() - Date.parse(since) >= SWITCHED_OFF_AFTER_MS

/**
 * The `foyer-signature` header: `t=<seconds>`, then for each secret `v1=<hex>`, an HMAC-SHA-256 of `<seconds>.<body>`,
 * so that receivers can reject forged and replayed bodies.
 */
export function signBody(secrets: readonly string[], body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const digests = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  )
  return [`t=${seconds}`, ...digests.map((digest) => `v1=${digest}`)].join(',')
}
