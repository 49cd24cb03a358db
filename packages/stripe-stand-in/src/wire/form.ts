export type FormValue = string | { [key: string]: FormValue }
export type Form = { [key: string]: FormValue }

/** The wire format of Stripe's requests: `items[0][price_data][currency]=usd` as nested objects. */
export function parseForm(params: URLSearchParams): Form {
  const root: Form = {}
  for (const [name, value] of params) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part)
    let at = root
    for (const part of path.slice(0, -1)) {
      const next = at[part]
      if (typeof next === 'object') at = next
      else {
        const made: Form = {}
        at[part] = made
        at = made
      }
    }
    at[path.at(-1) ?? ''] = value
  }
  return root
}

export const formOf = (value: FormValue | undefined): Form => (typeof value === 'object' ? value : {})
export const textOf = (value: FormValue | undefined): string => (typeof value === 'string' ? value : '')
export const listOf = (value: FormValue | undefined): Form[] => Object.values(formOf(value)).map(formOf)
export const textsOf = (value: FormValue | undefined): string[] => Object.values(formOf(value)).map(textOf)
