import { hex } from './answers.ts'

export interface StandInEvent {
  id: string
  object: 'event'
  livemode: false
  type: string
  data: { object: object }
}

export type Emit = (type: string, object: object) => void

/** Unix time in seconds; fixed if `now` is set. */
export interface Clock {
  now: number | null
  seconds: () => number
}

export function createClock(): Clock {
  const clock: Clock = {
    now: null,
    seconds: () => clock.now ?? Math.floor(Date.now() / 1000),
  }
  return clock
}

/** The events to send to the endpoints, oldest first. */
export function createEvents(): { events: StandInEvent[]; emit: Emit } {
  const events: StandInEvent[] = []
  return {
    events,
    emit: (type, object) =>
      void events.push({
        id: `evt_${hex()}`,
        object: 'event',
        livemode: false,
        type,
        data: { object: structuredClone(object) },
      }),
  }
}
