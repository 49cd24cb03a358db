import { useDebouncedCallback } from '@mantine/hooks'
import { type ChangeEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { readFormDraft, writeFormDraft } from '#client/lib/session/form-drafts.ts'
import { currentSession } from '#client/lib/session/session-state.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import { Autosave, type AutosaveOptions } from './autosave.ts'

const TYPING_PAUSE_MS = 1500

const NOT_SAVED = {
  title: 'Changes not saved',
  message: 'What you entered is there when you open this again.',
}

const userId = () => currentSession.read().user?.user_id ?? null

interface Options<Values> extends AutosaveOptions<Values> {
  /** Identifies the record among all records that are edited in place. */
  record: string
}

/**
 * Autosave for a record edited in place: text is saved after a pause or on blur, choices immediately. Leaving
 * saves what is pending; edits that can't be saved are there again when the record is next opened.
 */
export function useAutosave<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { record } = options
  const [autosave] = useState(() => {
    const user = userId()
    return new Autosave(options, user === null ? null : readFormDraft(user, record))
  })
  autosave.options = options
  const shown = useSyncExternalStore(autosave.subscribe, autosave.shown)
  const saveSoon = useDebouncedCallback(() => void autosave.save(), TYPING_PAUSE_MS)

  useEffect(() => autosave.follow(options.saved), [autosave, options.saved])

  useEffect(() => {
    const user = userId()
    const leave = async () => {
      await autosave.save()
      // Drafts must not outlive a sign-out.
      if (user === null || user !== userId()) return
      writeFormDraft(user, record, autosave.draft())
      if (autosave.isDirty()) toastDestructive(NOT_SAVED)
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (autosave.isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      void leave()
    }
  }, [autosave, record])

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
