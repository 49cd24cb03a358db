import { useDebouncedCallback } from '@mantine/hooks'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Abandoned, errorData, serverMessage } from '#client/lib/errors.ts'
import { rebase, sameValue } from '#client/lib/rebase.ts'
import { showError } from '#client/lib/toast.ts'
import { changedFields, type FormConflict } from './form-conflict.tsx'

const TYPING_PAUSE_MS = 1500

interface AutosaveOptions<Values> {
  /** The record as last read, with its version; fields that are not being edited follow it. */
  saved: Values
  save: (values: Values) => Promise<Values>
  /** Reads the record again, after somebody else saved it first. */
  latest: () => Promise<Values>
  /** False for input that cannot be saved, which waits until it can. */
  complete?: (values: Values) => boolean
  /** Shown when an error has no message. */
  fallback: string
}

export type SaveState = 'saved' | 'saving' | 'failed'

/**
 * A record edited in place: text is saved after a pause or when it is left, choices at once, one save at a
 * time. Other people's changes flow in; where both changed the same field, the editor is asked.
 */
export function useAutosave<Values extends Record<string, unknown>>(options: AutosaveOptions<Values>) {
  const { saved, save, latest, complete = () => true, fallback } = options
  const [values, show] = useState(saved)
  const [state, setState] = useState<SaveState>('saved')
  const [conflict, setConflict] = useState<FormConflict | null>(null)
  /** What the input started from, and the input itself, for callbacks that outlive a render. */
  const base = useRef(saved)
  const mine = useRef(saved)
  const running = useRef(false)
  const asked = useRef(false)

  const isDirty = () => !sameValue(base.current, mine.current)

  function settle(newer: Values, kept: Values) {
    base.current = newer
    mine.current = { ...kept, version: newer.version }
    show(mine.current)
  }

  function ask(theirs: Values, merged: Values, error: unknown) {
    asked.current = true
    setState('failed')
    const answer = (kept: Values) => () => {
      asked.current = false
      setConflict(null)
      settle(theirs, kept)
      void flush()
    }
    setConflict({
      message: serverMessage(error) ?? 'Someone else changed this while you were editing it.',
      changes: changedFields(base.current, theirs),
      takeTheirs: answer(theirs),
      keepMine: answer(merged),
    })
  }

  /** True if the edits go on top of what somebody else saved, so that saving can be repeated. */
  async function merge(error: unknown): Promise<boolean> {
    const theirs = await latest()
    const { values: merged, clashes } = rebase(base.current, mine.current, theirs)
    if (clashes.length > 0) ask(theirs, merged, error)
    else settle(theirs, merged)
    return clashes.length === 0
  }

  async function saveOnce(): Promise<boolean> {
    const sent = mine.current
    try {
      const newer = asTyped(await save(sent), mine.current)
      settle(newer, rebase(sent, mine.current, newer).values)
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

  /** Saves what is not saved yet. */
  async function flush(): Promise<void> {
    flushSoon.cancel()
    if (running.current || asked.current || !isDirty() || !complete(mine.current)) return
    running.current = true
    setState('saving')
    try {
      while (isDirty() && complete(mine.current) && (await saveOnce()));
    } catch (error) {
      setState('failed')
      showError(error, fallback)
    } finally {
      running.current = false
    }
  }

  const flushSoon = useDebouncedCallback(() => void flush(), TYPING_PAUSE_MS)

  function change(changes: Partial<Values>, when: 'now' | 'soon' = 'now') {
    mine.current = { ...mine.current, ...changes }
    show(mine.current)
    if (when === 'now') void flush()
    else flushSoon()
  }

  useEffect(() => {
    const newer = asTyped(saved, mine.current)
    if (running.current || asked.current || sameValue(newer, base.current)) return
    const { values: merged, clashes } = rebase(base.current, mine.current, newer)
    // A clash keeps the old version, so that the next save is refused and asks.
    if (clashes.length > 0 || Number(newer.version) < Number(base.current.version)) return
    base.current = newer
    mine.current = { ...merged, version: newer.version }
    show(mine.current)
  }, [saved])

  const latestFlush = useRef(flush)
  latestFlush.current = flush
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!sameValue(base.current, mine.current)) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      void latestFlush.current()
    }
  }, [])

  /** Props of a text field, which is saved after a pause or when it is left. */
  const typed = <Field extends keyof Values>(field: Field) => ({
    value: values[field],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [field]: event.currentTarget.value } as Partial<Values>, 'soon'),
    onBlur: () => void flush(),
  })

  /** Props of a choice, which is saved at once. */
  const chosen = <Field extends keyof Values>(field: Field) => ({
    value: values[field],
    onChange: (value: Values[Field]) => change({ [field]: value } as unknown as Partial<Values>),
  })

  return { values, typed, chosen, change, flush, state, conflict }
}

/** The server trims text; while somebody types, the space before the next word stays. */
function asTyped<Values extends Record<string, unknown>>(newer: Values, typed: Values): Values {
  const kept = Object.entries(newer).map(([field, value]) => {
    const text = typed[field]
    const same = typeof value === 'string' && typeof text === 'string' && text.trim() === value.trim()
    return [field, same ? text : value]
  })
  return Object.fromEntries(kept) as Values
}
