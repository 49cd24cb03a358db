import { z } from 'zod'
import type { Collector } from './collector.ts'

/** Anything else in place of a text or a flag makes the element unreadable, so that it is named. */
export const text = z.union([z.string(), z.number().transform(String)]).nullish()
export const flag = z.boolean().nullish()
export const id = z.string().min(1).max(100)
/** What is read by itself, so that it may be anything. */
export const raw = z.unknown().optional()

interface Elements<Schema extends z.ZodType> {
  list: unknown
  schema: Schema
  /** What problems call one of them, in lower case. */
  one: string
  /** What they belong to, such as ` of the card “Sketch”`. */
  of?: string
}

/** The readable elements of a list. Each of the others is a problem, and so is what isn't a list. */
export function readEach<Schema extends z.ZodType>(
  collector: Collector,
  { list, schema, one, of = '' }: Elements<Schema>,
): z.output<Schema>[] {
  if (list == null) return []
  if (!Array.isArray(list)) {
    collector.problem(null, `The ${one}s${of} can’t be read and are left out.`)
    return []
  }
  return list.flatMap((element, index) => {
    const parsed = schema.safeParse(element)
    if (parsed.success) return [parsed.data]
    collector.problem(null, `The ${one} at position ${index + 1}${of} can’t be read and is left out.`)
    return []
  })
}
