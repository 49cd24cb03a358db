import type { Tx } from '../../../base/core/context.ts'
import { deleteFrom, insertInto } from '../../../base/core/rows/rows.ts'
import { threadPeople } from '../queries/people.ts'
import type { Thread } from '../queries/threads.ts'

/**
 * Sets whom a message mentions, and returns who is new and who no longer is. Only people of the conversation can be
 * mentioned; those who were may remain, even without access since.
 */
export async function replaceMentions(
  tx: Tx,
  thread: Thread,
  { id, mentions }: { id: string; mentions: readonly string[] },
): Promise<{ added: string[]; removed: string[] }> {
  const rows = await deleteFrom(tx, 'message_mentions')
    .where('message_id', '=', id)
    .returning('user_id')
    .execute()
  const before = rows.map(({ user_id }) => user_id)
  const people = await threadPeople(tx, thread)
  const possible = new Set([...before, ...people.map((person) => person.user_id)])
  const mentioned = [...possible].filter((userId) => mentions.includes(userId))
  if (mentioned.length > 0) {
    await insertInto(tx, 'message_mentions')
      .values(mentioned.map((user_id) => ({ agency_id: thread.agency_id, message_id: id, user_id })))
      .execute()
  }
  return {
    added: mentioned.filter((userId) => !before.includes(userId)),
    removed: before.filter((userId) => !mentioned.includes(userId)),
  }
}
