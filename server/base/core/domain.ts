import type { AnyRouter } from '@trpc/server'
import type { EventName } from '#shared/reactions/events.ts'
import type { Schema } from '../db/schema.ts'
import type { TableCards, TableName } from '../db/table-cards.ts'
import type { TenantTable } from '../db/tenants.ts'
import type { Collector, Ctx, Effects, Job, Purposes } from './context.ts'
import type { Visibility } from './rows/visibility.ts'

/** Intersects the members of a union type. */
export type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer Both,
) => void
  ? Both
  : never

type Named<Card> = {
  [Part in keyof Card]: Part extends 'key' | 'content' | 'money' | 'secret' | 'system'
    ? Card[Part] extends readonly (infer Column)[]
      ? Column
      : never
    : Part extends 'personal'
      ? keyof Card[Part]
      : never
}[keyof Card]

/** Doesn't compile if a table has a column without a class. */
type Complete<Tables> = {
  [Table in keyof Tables]: Exclude<keyof Schema[Table & TableName], Named<Tables[Table]>> extends never
    ? unknown
    : { columnsWithoutClass: Exclude<keyof Schema[Table & TableName], Named<Tables[Table]>> }
}

/** Doesn't compile if a tenant table has no visibility. */
type Seen<Tables> = keyof Tables & TenantTable extends never
  ? { visibility?: undefined }
  : { visibility: Pick<Visibility, keyof Tables & TenantTable> }

export type CleanUp = (ctx: Ctx) => Promise<unknown>

/** What the rest of the portal needs to know about a domain; `server/domains.ts` lists them all. */
export interface Domain {
  /** Procedures by the first part of their path, to which more than one domain may contribute. */
  routers?: Readonly<Record<string, AnyRouter>>
  /** The effects of its procedures that change something, described for programs. */
  effects?: Effects
  /** What its queries are for, told to programs. */
  purposes?: Purposes
  /** Events that procedures of other domains cause here, by path. */
  causedHere?: Readonly<Record<string, readonly EventName[]>>
  visibility?: Partial<Visibility>
  tables: TableCards
  jobs?: readonly Job[]
  /** How it collects invoices, if it does. */
  collector?: Collector
  /** Deletes expired data, by the kind of data; runs hourly. */
  cleanUp?: Readonly<Record<string, CleanUp>>
}

type Parts<Tables, Routers> = { tables: Tables; routers: Routers } & Omit<
  Domain,
  'routers' | 'visibility' | 'tables'
>

/** Checks a domain's declaration at compile time and returns it as plain data. */
export const domain = <
  const Tables extends TableCards = Record<never, never>,
  Routers extends Readonly<Record<string, AnyRouter>> = Record<never, never>,
>(
  card: { tables?: Tables & Complete<Tables>; routers?: Routers } & Omit<Parts<0, 0>, 'tables' | 'routers'> &
    Seen<Tables>,
): Parts<Tables, Routers> & Seen<Tables> => ({
  ...card,
  tables: card.tables ?? ({} as Tables),
  routers: card.routers ?? ({} as Routers),
})
