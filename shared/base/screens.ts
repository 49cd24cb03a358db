import type { Action } from './policies.ts'
import type { Role } from './roles.ts'

/** A query that a screen sends first, or the first page of a list. */
export interface FirstCall<Path extends string = string, Input = unknown> {
  path: Path
  input: Input
  paged: boolean
}

/** What the input of a first call can depend on. */
export interface Viewer {
  role: string
  client_id: string | null
  employee_id: string | null
  timezone: string
  books_timezone: string
  now: Date
}

/** A screen behind sign-in. Addresses have no parameters; drawers and filters are search parameters. */
export interface Screen<
  Address extends string = string,
  Icon extends string = string,
  Call extends FirstCall = FirstCall,
> {
  label: string
  address: Address
  /** Other addresses of the screen. */
  aliases?: readonly string[]
  /** The permission required to see it. */
  can: Action
  icon: Icon
  /** Opens it when pressed after G. */
  key?: string
  /** Whose sidebar lists it; `anyone` includes unknown roles. */
  sidebar?: 'anyone' | readonly Role[]
  /** Who has it in the bottom bar on phones. */
  bottomBar?: readonly Role[]
  /** Who finds it in the command palette if the sidebar doesn't list it. */
  palette?: Action
  /** The queries it sends at its address without filters, with the inputs it sends. */
  firstCalls?: (viewer: Viewer) => Call[]
}

/** Declares a screen, keeping its literal types: the client checks the address, the server the calls. */
export const screen = <
  const Address extends string,
  const Icon extends string,
  Call extends FirstCall = never,
>(
  declared: Screen<Address, Icon, Call>,
): Screen<Address, Icon, Call> => declared

export const call = <Path extends string, const Input = undefined>(
  path: Path,
  input?: Input,
): FirstCall<Path, Input> => ({ path, input: input as Input, paged: false })

export const list = <Path extends string, const Input>(path: Path, input: Input): FirstCall<Path, Input> => ({
  path,
  input,
  paged: true,
})
