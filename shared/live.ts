import { z } from 'zod'

/** Heartbeat of an open stream; a client that hears nothing for longer reconnects. */
export const LIVE_PING_MS = 25_000
export const LIVE_SILENCE_MS = 35_000
export const LIVE_JOIN_TIMEOUT_MS = 10_000
export const LIVE_RECONNECT_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const

export const liveInput = z.strictObject({
  /** The id of the last event the screen received; what it missed since then is announced first. */
  lastEventId: z.string().max(2_000).nullish(),
})

/** Stands for every query: too much was missed to say what. */
export const ALL_DOMAINS = '*'

/** The installation's name and logo: every screen shows them, so everybody hears of it. */
export const APP_INFO_DOMAIN = 'app-info'

/** Names the routers whose queries a screen should refresh; none in the greeting that opens a stream. */
export interface LiveEvent {
  domains: string[]
}
