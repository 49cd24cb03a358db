import {
  type Access,
  AREAS,
  type Area,
  areasFor,
  isWritable,
  type Scope,
} from '#shared/identity/token-scopes.ts'

export type Choice = Access | 'none'

export function choiceOf(scopes: readonly Scope[], area: Area): Choice {
  if (scopes.includes(`${area}:write`)) return 'write'
  return scopes.includes(`${area}:read`) ? 'read' : 'none'
}

/** The closest scope that the area offers. */
export const offered = (area: Area, choice: Choice): Choice =>
  choice === 'write' && !isWritable(area) ? 'read' : choice

/** The scope selected in all areas, as far as they offer it; null if they differ. */
export function commonChoice(scopes: readonly Scope[], areas: readonly Area[]): Choice | null {
  const choices: Choice[] = ['none', 'read', 'write']
  const common = choices.find((choice) =>
    areas.every((area) => choiceOf(scopes, area) === offered(area, choice)),
  )
  return common ?? null
}

const WORDS = { read: 'Read', write: 'Read and write' } as const

/** A description of a token's scopes, limited to what its owner's role allows. */
export function scopeWords(scopes: readonly Scope[], role: string): string {
  const areas = areasFor(role)
  const common = commonChoice(scopes, areas)
  if (common === 'read' || common === 'write') return `${WORDS[common]}: all areas`
  const parts = (['read', 'write'] as const).flatMap((access) => {
    const names = areas.filter((area) => choiceOf(scopes, area) === access).map((area) => AREAS[area])
    return names.length === 0 ? [] : [`${WORDS[access]}: ${names.join(', ')}`]
  })
  return parts.join(' · ')
}
