import { useDebouncedCallback } from '@mantine/hooks'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Abandoned, errorData, serverMessage } from '#client/lib/calls/errors.ts'
import { rebase, sameValue } from '#client/lib/calls/rebase.ts'
import { showError } from '#client/lib/toasts/toast.ts'
import { changedFields, type FormConflict } from './form-conflict.tsx'

const TYPING_PAUSE_MS = 1500

interface AutosaveOptions<Values> {
  /** The record as last loaded, with its version; fields that aren't being edited follow it. */
  saved: Values
  save: (values: Values) => Promise<Values>
  /** Reloads the record after someone else saved it first. */
  latest: () => Promise<Values>
  /** Returns false for input that can't be saved yet; saving waits until it is complete. */
  complete?: (values: Values) => boolean
  /** Shown when an error has no message. */
  fallback: string
}

export type SaveState = 'saved' | 'saving' | 'failed'

/**
 * Autosave for a record edited in place: text is saved after a pause or on blur, choices immediately, one
 * save at a time. Changes by others are merged; if both sides changed the same field, the user is asked.
 */
export function useAutosave<Values extends Record<string, unknown>>(options: AutosaveOptions<Values>) {
  const { saved, save, latest, complete = () => true, fallback } = options
  const [values, show] = useState(saved)
  const [state, setState] = useState<SaveState>('saved')
  const [conflict, setConflict] = useState<FormConflict | null>(null)
  /**
   * The saved values the edits are based on and the current values, as refs for callbacks that outlive a
   * render.
   */
  const base = useRef(saved)
  const edits = useRef(saved)
  const running = useRef(false)
  const isAsking = useRef(false)

  const isDirty = () => !sameValue(base.current, edits.current)

  function settle(newer: Values, values: Values) {
    base.current = newer
    edits.current = { ...values, version: newer.version }
    show(edits.current)
  }

  function ask(theirs: Values, merged: Values, error: unknown) {
    isAsking.current = true
    setState('failed')
    const answer = (values: Values) => () => {
      isAsking.current = false
      setConflict(null)
      settle(theirs, values)
      void flush()
    }
    setConflict({
      message: serverMessage(error) ?? 'Someone else changed this while you were editing it.',
      changes: changedFields(base.current, theirs),
      takeTheirs: answer(theirs),
      keepMine: answer(merged),
    })
  }

  /** Returns true if the edits could be rebased onto the newer version, so that the save can be retried. */
  async function merge(error: unknown): Promise<boolean> {
    const latestValues = await latest()
    const { values: merged, clashes } = rebase(base.current, edits.current, latestValues)
    if (clashes.length > 0) ask(latestValues, merged, error)
    else settle(latestValues, merged)
    return clashes.length === 0
  }

  async function saveOnce(): Promise<boolean> {
    const sent = edits.current
    try {
      const newer = asTyped(await save(sent), edits.current)
      settle(newer, rebase(sent, edits.current, newer).values)
      setState('saved')
      return true
    } catch (error) {
      if (errorData(error).reason === 'changed_meanwhile') return merge(error)
      if (error instanceof Abandoned) settle(base.current, base.current)
      setState(error instanceof Abandoned ? 'saved' : 'failed')
      showError(error, fallback)
      return false
    }
  }

  /** Saves pending changes. */
  async function flush(): Promise<void> {
    flushSoon.cancel()
    if (running.current || isAsking.current || !isDirty() || !complete(edits.current)) return
    running.current = true
    setState('saving')
    try {
      while (isDirty() && complete(edits.current) && (await saveOnce()));
    } catch (error) {
      setState('failed')
      showError(error, fallback)
    } finally {
      running.current = false
    }
  }

  const flushSoon = useDebouncedCallback(() => void flush(), TYPING_PAUSE_MS)

  function change(changes: Partial<Values>, when: 'now' | 'soon' = 'now') {
    edits.current = { ...edits.current, ...changes }
    show(edits.current)
    if (when === 'now') void flush()
    else flushSoon()
  }

  useEffect(() => {
    const newer = asTyped(saved, edits.current)
    if (running.current || isAsking.current || sameValue(newer, base.current)) return
    const { values: merged, clashes } = rebase(base.current, edits.current, newer)
    // On a conflict, keep the old version so that the next save is rejected and the user is asked.
    if (clashes.length > 0 || Number(newer.version) < Number(base.current.version)) return
    base.current = newer
    edits.current = { ...merged, version: newer.version }
    show(edits.current)
  }, [saved])

  const latestFlush = useRef(flush)
  latestFlush.current = flush
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!sameValue(base.current, edits.current)) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      void latestFlush.current()
    }
  }, [])

  /** Props of a text field, saved after a pause or on blur. */
  const typed = <Field extends keyof Values>(field: Field) => ({
    value: values[field],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [field]: event.currentTarget.value } as Partial<Values>, 'soon'),
    onBlur: () => void flush(),
  })

  /** Props of a choice, saved immediately. */
  const chosen = <Field extends keyof Values>(field: Field) => ({
    value: values[field],
    onChange: (value: Values[Field]) => change({ [field]: value } as unknown as Partial<Values>),
  })

  return { values, typed, chosen, change, flush, state, conflict }
}

/** The server trims text; keep the trailing space while the user is still typing. */
function asTyped<Values extends Record<string, unknown>>(newer: Values, typed: Values): Values {
  const clean = Object.entries(newer).map(([field, value]) => {
    const text = typed[field]
    const same = typeof value === 'string' && typeof text === 'string' && text.trim() === value.trim()
    return [field, same ? text : value]
  })
  return Object.fromEntries(clean) as Values
}
