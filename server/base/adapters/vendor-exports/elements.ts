import { z } from 'zod'
import type { Collector } from './collector.ts'

/** Any other value makes the element unreadable, so that it is reported. */
export const text = z.union([z.string(), z.number().transform(String)]).nullish()
export const flag = z.boolean().nullish()
export const id = z.string().min(1).max(100)
/** A value that is parsed separately, so it may be anything. */
export const raw = z.unknown().optional()

interface Elements<Schema extends z.ZodType> {
  list: unknown
  schema: Schema
  /** The name of one element in problem reports, in lower case. */
  one: string
  /** The elements' parent in problem reports, such as ` of the card “Sketch”`. */
  of?: string
}

/** The readable elements of a list. Unreadable ones are reported as problems, as is anything but a list. */
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
