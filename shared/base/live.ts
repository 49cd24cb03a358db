/** Heartbeat interval of a stream; clients reconnect if it is missed. */
export const LIVE_PING_MS = 25_000
export const LIVE_SILENCE_MS = 35_000
export const LIVE_JOIN_TIMEOUT_MS = 10_000
export const LIVE_RECONNECT_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const

/** Stands for all queries, if too many events were missed. */
export const ALL_DOMAINS = '*'

/** The installation's name and logo, shown on every screen. */
export const APP_INFO_DOMAIN = 'app-info'

/** The routers whose queries need refreshing; empty in a stream's first event. */
export interface LiveEvent {
  domains: string[]
}
