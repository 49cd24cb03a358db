import type { MessagePersonDto } from '#shared/work/messages.ts'
import { mentionsIn } from './markdown.ts'

/**
 * The people mentioned in a message by "@" and full name, outside code. If people share a name, it means those chosen
 * from the suggestions, the latest first; everyone if it was typed without choosing.
 */
export function mentionedIds(
  text: string,
  people: readonly MessagePersonDto[],
  chosen: readonly string[] = [],
): string[] {
  const names = [...new Set(people.map((person) => person.name))]
  const mentions = mentionsIn(text, names)
  return names.flatMap((name) => {
    const count = mentions.filter((mention) => mention === `@${name}`).length
    if (count === 0) return []
    const ids = people.filter((person) => person.name === name).map((person) => person.user_id)
    const meant = [...new Set(chosen.filter((id) => ids.includes(id)).reverse())]
    return meant.length === 0 ? ids : meant.slice(0, count)
  })
}
