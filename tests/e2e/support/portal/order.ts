/** Orders to the process that serves portals. */
export interface Order {
  /** The environment of the portal to start; null stops the running one. */
  start: NodeJS.ProcessEnv | null
  /** Serves the built client in this folder instead of the project's. */
  clientFolder?: string | undefined
}

/** The host's reply to an order. */
export const DONE = 'done'
