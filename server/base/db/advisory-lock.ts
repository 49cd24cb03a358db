import type pg from 'pg'

/**
 * Takes the PostgreSQL advisory lock with this number and returns a function that releases it; throws `busy`
 * if another session holds it. The lock is also released when the connection ends.
 */
export async function takeAdvisoryLock(
  pool: pg.Pool,
  { number, busy }: { number: number; busy: string },
): Promise<() => Promise<void>> {
  const client = await pool.connect()
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [number])
  if (rows[0]?.locked !== true) {
    client.release(true)
    throw new Error(busy)
  }
  return async () => {
    // Unlock explicitly, so that the next holder needn't wait until the connection has closed.
    await client.query('select pg_advisory_unlock($1)', [number]).catch(() => {})
    client.release(true)
  }
}
