import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { isSignedIn, useSession } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'

type Values = Record<string, unknown>

const SECRET = /password|code/i

/** Of forms that the end of a session closed, by person and form; in this tab's memory only. */
const kept = new Map<string, Values>()

/**
 * A session that ends takes every screen away, half-filled forms too. What was typed comes back when the
 * same person opens the same form again.
 */
export function useKeptInput<Input extends Values>(fields: UseFormReturnType<Input>, form: string): void {
  const { user } = useSession()
  const latest = useRef(fields)
  latest.current = fields
  const key = useRef(JSON.stringify([user?.user_id, form, fields.getInitialValues()])).current
  const known = user !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for as long as the form is on screen
  useEffect(() => {
    const values = kept.get(key)
    if (known && values !== undefined) {
      kept.delete(key)
      fields.setValues(values as Partial<Input>)
      toast({
        title: 'Your input is back',
        message: 'This is what you had typed when your session ended.',
      })
    }
    return () => {
      if (!known || isSignedIn() || !latest.current.isDirty()) return
      const typed = Object.entries(latest.current.getValues()).filter(([field]) => !SECRET.test(field))
      kept.set(key, Object.fromEntries(typed))
    }
  }, [])
}
