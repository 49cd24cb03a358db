import { useMatches, useNavigate, useSearch } from '@tanstack/react-router'
import type { z } from 'zod'

/**
 * Filters, tabs and open drawers live in the address. The schema gives every key a `.catch`, so that a
 * mistyped address opens the plain screen. Setting a key to null, '' or its default removes it.
 */
export function useSearchState<Schema extends z.ZodObject>(schema: Schema) {
  const raw = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const state = schema.parse(raw) as z.output<Schema>
  const defaults = schema.parse({}) as Record<string, unknown>

  /** `push` adds a history entry, for opening a drawer; filters replace the current one. */
  const setState = (changes: Partial<z.output<Schema>>, how: 'replace' | 'push' = 'replace') => {
    const search = (previous: Record<string, unknown>) => {
      const next: Record<string, unknown> = { ...previous, ...changes }
      for (const [key, value] of Object.entries(next)) {
        if (value === null || value === '' || value === defaults[key]) delete next[key]
      }
      return next
    }
    void navigate({ to: '.', search, replace: how === 'replace' })
  }
  return [state, setState] as const
}

/** The tab the address stands for (an alias such as /my-invoices opens Payments on Invoices). */
export const useRouteTab = (): string | undefined => useMatches().at(-1)?.staticData.tab
