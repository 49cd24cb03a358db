import { type Access, AREAS, areasFor, type Scope } from '#shared/token-scopes.ts'

/** What a token covers, in words, as far as its owner's role can use it. */
export function scopeWords(scopes: readonly Scope[], role: string): string {
  const areas = areasFor(role)
  const written = areas.filter((area) => scopes.includes(`${area}:write`))
  const read = areas.filter((area) => scopes.includes(`${area}:read`) && !written.includes(area))
  const name = (chosen: typeof areas) =>
    chosen.length === areas.length ? 'all areas' : chosen.map((area) => AREAS[area]).join(', ')
  const parts: [Access, typeof areas][] = [
    ['read', read],
    ['write', written],
  ]
  const words = parts
    .filter(([, chosen]) => chosen.length > 0)
    .map(([access, chosen]) => `${access === 'read' ? 'Read' : 'Read and write'}: ${name(chosen)}`)
  return words.join(' · ')
}
