/** Processes items concurrently. After a failure, no more are started, and those in progress finish first. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items].values()
  let hasFailed = false
  const workOn = async () => {
    for (const item of waiting) {
      if (hasFailed) return
      await work(item).catch((error) => {
        hasFailed = true
        throw error
      })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workOn))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure !== undefined) throw failure.reason
}

/** `Promise.all` for the values of an object. */
export async function allKeyed<Promises extends object>(
  promises: Promises,
): Promise<{ [Key in keyof Promises]: Awaited<Promises[Key]> }> {
  const values = await Promise.all(Object.values(promises))
  const entries = Object.keys(promises).map((key, index) => [key, values[index]])
  return Object.fromEntries(entries)
}
