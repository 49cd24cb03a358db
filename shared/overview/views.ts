/** The maximum number of views per person, across all lists. */
export const MAX_VIEWS = 100

/** Lists whose shared views the whole team sees; those of other lists are shared among owners. */
export const TEAM_LISTS = ['tasks', 'projects'] as const

/** Search parameters of the list's address. */
export type ViewState = Record<string, string | boolean>
