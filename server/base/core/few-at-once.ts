import limitTo, { type LimitFunction } from 'p-limit'

const limits = new Map<string, LimitFunction>()

/** Runs the work when fewer than `most` with the same key are running; at once if the key is null. */
export async function fewAtOnce<Result>(
  key: string | null,
  most: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (key === null) return work()
  const limit = limits.get(key) ?? limitTo(most)
  limits.set(key, limit)
  try {
    return await limit(work)
  } finally {
    if (limit.activeCount + limit.pendingCount === 0) limits.delete(key)
  }
}
