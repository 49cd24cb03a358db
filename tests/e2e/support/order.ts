/** What the process that serves portals is told to do. */
export interface Order {
  /** The environment of the portal to start; null stops the one that runs. */
  start: NodeJS.ProcessEnv | null
  /** Serves the built client in this folder instead of the project's own. */
  clientFolder?: string | undefined
}

/** The host's answer to every order. */
export const DONE = 'done'
