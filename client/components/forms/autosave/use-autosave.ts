import { useDebouncedCallback } from '@mantine/hooks'
import { type ChangeEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { Autosave, type AutosaveOptions } from './autosave.ts'

const TYPING_PAUSE_MS = 1500

/**
 * Autosave for a record edited in place: text is saved after a pause or on blur, choices immediately. Leaving
 * saves what is pending.
 */
export function useAutosave<Values extends Record<string, unknown>>(options: AutosaveOptions<Values>) {
  const [autosave] = useState(() => new Autosave(options))
  autosave.options = options
  const shown = useSyncExternalStore(autosave.subscribe, autosave.shown)
  const saveSoon = useDebouncedCallback(() => void autosave.save(), TYPING_PAUSE_MS)

  useEffect(() => autosave.follow(options.saved), [autosave, options.saved])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (autosave.isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      void autosave.save()
    }
  }, [autosave])

  /** Saves pending changes. */
  function flush(): Promise<void> {
    saveSoon.cancel()
    return autosave.save()
  }

  function change(changes: Partial<Values>, when: 'now' | 'soon' = 'now') {
    autosave.edit(changes)
    if (when === 'now') void flush()
    else saveSoon()
  }

  /** Props of a text field, saved after a pause or on blur. */
  const typed = <Field extends keyof Values>(field: Field) => ({
    value: shown.values[field],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [field]: event.currentTarget.value } as Partial<Values>, 'soon'),
    onBlur: () => void flush(),
  })

  /** Props of a choice, saved immediately. */
  const chosen = <Field extends keyof Values>(field: Field) => ({
    value: shown.values[field],
    onChange: (value: Values[Field]) => change({ [field]: value } as unknown as Partial<Values>),
  })

  return { ...shown, typed, chosen, change, flush }
}
