import type { TrackedEnvelope } from '@trpc/server'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addDays, newId, toInstant } from '#server/base/db/values.ts'
import { followChanges } from '#server/reactions/live/follow.ts'
import type { LiveEvent } from '#shared/base/live.ts'
import { ctxFor, TEST_NOW, type testServices } from './caller.ts'

/** Creates a session of this person; returns its stored id. */
export async function addSession(db: Db, scope: SeedPerson): Promise<string> {
  const id = newId()
  const later = toInstant(addDays(TEST_NOW, 1))
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: scope.userId,
      created_at: toInstant(TEST_NOW),
      expires_at: later,
      absolute_expires_at: later,
      last_seen_at: toInstant(TEST_NOW),
      ip: null,
      user_agent: null,
    })
    .execute()
  return id
}

export interface OpenTab {
  /** The next event's domains and the id to resume from; null when the stream has ended. */
  next(): Promise<{ id: string; domains: string[] } | null>
  close(): Promise<void>
}

/** One tab's stream, read event by event. */
export function openTab(
  services: ReturnType<typeof testServices>,
  scope: SeedPerson,
  sessionId: string,
  lastEventId: string | null = null,
): OpenTab {
  const abort = new AbortController()
  const events: AsyncGenerator<TrackedEnvelope<LiveEvent>> = followChanges(
    {
      ...ctxFor(services, scope),
      sessionId,
      device: null,
      request: { id: 'test-request', ip: '127.0.0.1', userAgent: null },
      setCookie: () => {},
    },
    lastEventId,
    abort.signal,
  )
  return {
    async next() {
      const { value, done } = await events.next()
      return done || value === undefined ? null : { id: value[0], domains: value[1].domains }
    },
    async close() {
      abort.abort()
      await events.return(undefined)
    },
  }
}
