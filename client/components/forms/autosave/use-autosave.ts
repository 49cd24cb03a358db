import { useDebouncedCallback } from '@mantine/hooks'
import { type ChangeEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { type FormDraft, readFormDraft, writeFormDraft } from '#client/lib/session/form-drafts.ts'
import { addOpenEdits } from '#client/lib/session/open-edits.ts'
import { currentSession } from '#client/lib/session/session-state.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import { Autosave, type AutosaveOptions } from './autosave.ts'

const TYPING_PAUSE_MS = 1500

const NOT_SAVED = {
  title: 'Changes not saved',
  message: 'What you entered will be here when you open this again.',
}

const userId = () => currentSession.read().user?.user_id ?? null

/** The stored draft of a record, of which another editor may be open or still saving. */
function storedDraft(record: string) {
  const user = userId()
  const isSignedIn = () => user !== null && user === userId()
  const found = user === null ? null : readFormDraft(user, record)
  let isOwn = found !== null
  return {
    found,
    /** Whether it was found or stored here; a draft of another editor is never removed. */
    isOwn: () => isOwn,
    /** Whether the user is still signed in: drafts must not outlive a sign-out. */
    isSignedIn,
    store(draft: FormDraft | null): void {
      if (user === null || !isSignedIn() || (draft === null && !isOwn)) return
      writeFormDraft(user, record, draft)
      isOwn = draft !== null
    },
  }
}

interface Options<Values> extends AutosaveOptions<Values> {
  /** Identifies the record among all records that are edited in place. */
  record: string
}

/**
 * Autosave for a record edited in place: text is saved after a pause or on blur, choices immediately. Leaving
 * saves what is pending; edits that can't be saved are there again when the record is next opened.
 */
export function useAutosave<Values extends Record<string, unknown>>(options: Options<Values>) {
  const [draft] = useState(() => storedDraft(options.record))
  const [autosave] = useState(() => new Autosave(options, draft.found))
  autosave.options = options
  const shown = useSyncExternalStore(autosave.subscribe, autosave.shown)
  const saveSoon = useDebouncedCallback(() => void autosave.save(), TYPING_PAUSE_MS)

  useEffect(() => autosave.follow(options.saved), [autosave, options.saved])

  // A reload doesn't leave the record: its draft must not contain edits that have been saved or undone.
  useEffect(() => {
    if (draft.isOwn()) draft.store(autosave.draft())
  })

  useEffect(() => {
    const saveAll = async () => {
      await autosave.save()
      return autosave.isDirty()
    }
    const leave = async () => {
      // Signing out has saved the edits, or asked whether to discard them.
      if (!draft.isSignedIn()) return
      const isUnsaved = await saveAll()
      if (!draft.isSignedIn()) return
      draft.store(autosave.draft())
      if (isUnsaved) toastDestructive(NOT_SAVED)
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (autosave.isDirty()) event.preventDefault()
    }
    const removeEdits = addOpenEdits(saveAll)
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      void leave().finally(removeEdits)
    }
  }, [autosave, draft])

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
