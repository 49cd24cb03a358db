/**
 * A storage of the browser. Where it is blocked, missing or full, values last as long as the page. Where it is blocked,
 * even reading `window.localStorage` throws.
 */
function createStorage(kind: 'localStorage' | 'sessionStorage') {
  const memory = new Map<string, string>()
  const attempt = <Result>(use: (storage: Storage) => Result): Result | null => {
    try {
      return use(window[kind])
    } catch {
      return null
    }
  }
  return {
    read: (key: string): string | null => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    write: (key: string, text: string): void => {
      memory.set(key, text)
      attempt((storage) => {
        storage.setItem(key, text)
        memory.delete(key)
      })
    },
    remove: (key: string): void => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    keys: (): string[] => [...memory.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])],
  }
}

/** Shared by all tabs. */
export const browserStorage = createStorage('localStorage')

export const tabStorage = createStorage('sessionStorage')
