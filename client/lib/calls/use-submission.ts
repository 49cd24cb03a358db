import { useRef } from 'react'
import { KEY_REUSED } from '#shared/base/errors.ts'
import { randomId } from '../random-id.ts'
import { errorData, isUndecided } from './errors.ts'

/** Whether the server may have acted under the id, so that another one could make it act twice. */
export const mayHaveActed = (error: unknown): boolean =>
  isUndecided(error) || errorData(error).reason === KEY_REUSED

/**
 * Submits a form with an id under which the server acts once. Without a clear answer, the id is used again; after a
 * refusal, the corrected form gets a new one. A form whose first values took effect after all must be opened again.
 */
export function useSubmission() {
  const id = useRef(randomId())
  return async <Answer>(submit: (requestId: string) => Promise<Answer>): Promise<Answer> => {
    try {
      return await submit(id.current)
    } catch (error) {
      if (!mayHaveActed(error)) id.current = randomId()
      throw error
    }
  }
}
