import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { isSignedIn, useSession } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'

type Values = Record<string, unknown>

const SECRET = /password|code/i

/** Input of forms closed by an expired session, keyed by user and form. In this tab's memory only. */
const unsaved = new Map<string, Values>()

/**
 * An expired session unmounts every screen, including unsaved forms. Restores the input when the same user
 * opens the same form again.
 */
export function useRestoredInput<Input extends Values>(fields: UseFormReturnType<Input>, form: string): void {
  const { user } = useSession()
  const latest = useRef(fields)
  latest.current = fields
  const key = useRef(JSON.stringify([user?.user_id, form, fields.getInitialValues()])).current
  const known = user !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per mounted form
  useEffect(() => {
    const values = unsaved.get(key)
    if (known && values !== undefined) {
      unsaved.delete(key)
      fields.setValues(values as Partial<Input>)
      toast({
        title: 'Unsaved input restored',
        message: 'Your session ended before you saved this form.',
      })
    }
    return () => {
      if (!known || isSignedIn() || !latest.current.isDirty()) return
      const typed = Object.entries(latest.current.getValues()).filter(([field]) => !SECRET.test(field))
      unsaved.set(key, Object.fromEntries(typed))
    }
  }, [])
}
