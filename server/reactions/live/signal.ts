type Listener = () => void

const listeners = new Set<Listener>()

/** Notifies all hubs of this process that a transaction with changes has committed. */
export function announceCommit(): void {
  for (const listener of listeners) listener()
}

export function onCommit(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
