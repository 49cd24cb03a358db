import { createHash } from 'node:crypto'
import { DATE_ORDERS, type DateOrder, type ImportOverview } from '#shared/overview/imports.ts'
import { readDate } from './dates.ts'
import type { EntryItem } from './items.ts'
import { clean } from './text.ts'

/** What identifies a time entry, because exports have no ids. */
export interface EntryIdentity {
  /** The content with the date in this form. */
  content: (date: string) => readonly unknown[]
  /** The content as identified by earlier versions, with everything as written. */
  formerly: readonly unknown[]
}

export type EntryIds = Pick<EntryItem, 'external_id' | 'former_id' | 'ids_by_order'>

/** Ids from content, independent of how dates are written, with a counter for identical rows. */
export function identifyEntries(
  dates: ImportOverview['dates'],
): (item: Pick<EntryItem, 'date'>, identity: EntryIdentity) => EntryIds {
  const order = dates === 'dmy' || dates === 'mdy' ? dates : null
  const count = counter()
  const countFormer = counter()
  const countOf = { dmy: counter(), mdy: counter() }
  return ({ date }, { content, formerly }) => {
    const read = readDate(date, order)
    const external_id = count(digest(content(read ?? date)))
    const former_id = countFormer(digest(formerly))
    const inOrder = (one: DateOrder) =>
      [one, countOf[one](digest(content(readDate(date, one) ?? date)))] as const
    return {
      external_id,
      ...(former_id !== external_id && { former_id }),
      ...(dates === 'ask' && { ids_by_order: Object.fromEntries(DATE_ORDERS.map(inOrder)) as IdsByOrder }),
    }
  }
}

type IdsByOrder = NonNullable<EntryItem['ids_by_order']>

/** The text as it identifies a row: spreadsheets change line breaks within cells. */
export const identifying = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : clean(text).replace(/\r\n?/g, '\n')

function counter(): (id: string) => string {
  const seen = new Map<string, number>()
  return (id) => {
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    return count === 1 ? id : `${id}#${count}`
  }
}

export const digest = (content: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40)
