import { Abandoned, errorData, serverMessage } from '#client/lib/calls/errors.ts'
import { rebase, sameValue } from '#client/lib/calls/rebase.ts'
import { showError } from '#client/lib/toasts/toast.ts'
import { changedFields, type FormConflict } from '../form-conflict.tsx'

export interface AutosaveOptions<Values> {
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

interface Shown<Values> {
  /** The record with the user's edits. */
  values: Values
  state: SaveState
  /** Set while the user is asked which of two changes should win; nothing is saved meanwhile. */
  conflict: FormConflict | null
}

/**
 * The edits of one record: saved one at a time, and merged with changes by others. If both sides changed the same
 * field, the user is asked.
 */
export class Autosave<Values extends Record<string, unknown>> {
  options: AutosaveOptions<Values>
  /** The saved record that the edits are based on. */
  #base: Values
  #shown: Shown<Values>
  #saving = false
  readonly #listeners = new Set<() => void>()

  constructor(options: AutosaveOptions<Values>) {
    this.options = options
    this.#base = options.saved
    this.#shown = { values: options.saved, state: 'saved', conflict: null }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly shown = (): Shown<Values> => this.#shown

  isDirty(): boolean {
    return !sameValue(this.#base, this.#shown.values)
  }

  edit(changes: Partial<Values>): void {
    this.#show({ values: { ...this.#shown.values, ...changes } })
  }

  /** Saves the edits, including those made meanwhile. */
  async save(): Promise<void> {
    if (this.#saving || !this.#canSave()) return
    this.#saving = true
    this.#show({ state: 'saving' })
    try {
      while (this.#canSave()) await this.#saveOrMerge()
      if (this.#shown.conflict === null) this.#show({ state: 'saved' })
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#saving = false
    }
  }

  /** Updates the base to the reloaded record. On a conflict the next save is rejected, and the user is asked. */
  follow(saved: Values): void {
    const newer = asTyped(saved, this.#shown.values)
    if (this.#saving || this.#shown.conflict !== null || sameValue(newer, this.#base)) return
    const { values, clashes } = rebase(this.#base, this.#shown.values, newer)
    const outdated = Number(newer.version) < Number(this.#base.version)
    if (clashes.length === 0 && !outdated) this.#rebaseOn(newer, values)
  }

  #canSave(): boolean {
    const { complete = () => true } = this.options
    return this.#shown.conflict === null && this.isDirty() && complete(this.#shown.values)
  }

  async #saveOrMerge(): Promise<void> {
    const sent = this.#shown.values
    try {
      const newer = asTyped(await this.options.save(sent), this.#shown.values)
      this.#rebaseOn(newer, rebase(sent, this.#shown.values, newer).values)
    } catch (error) {
      if (errorData(error).reason !== 'changed_meanwhile') throw error
      await this.#merge(error)
    }
  }

  /** Someone else saved first: merges their changes, so that the save can be repeated. */
  async #merge(refusal: unknown): Promise<void> {
    const theirs = await this.options.latest()
    const { values, clashes } = rebase(this.#base, this.#shown.values, theirs)
    if (clashes.length === 0) this.#rebaseOn(theirs, values)
    else this.#ask(refusal, theirs, values)
  }

  #ask(refusal: unknown, theirs: Values, merged: Values): void {
    const answer = (values: Values) => () => {
      this.#show({ conflict: null })
      this.#rebaseOn(theirs, values)
      void this.save()
    }
    this.#show({
      state: 'failed',
      conflict: {
        message: serverMessage(refusal) ?? 'Someone else changed this while you were editing it.',
        changes: changedFields(this.#base, theirs),
        takeTheirs: answer(theirs),
        keepMine: answer(merged),
      },
    })
  }

  #fail(error: unknown): void {
    const abandoned = error instanceof Abandoned
    if (abandoned) this.#rebaseOn(this.#base, this.#base)
    this.#show({ state: abandoned ? 'saved' : 'failed' })
    showError(error, this.options.fallback)
  }

  #rebaseOn(base: Values, values: Values): void {
    this.#base = base
    this.#show({ values: { ...values, version: base.version } })
  }

  #show(changes: Partial<Shown<Values>>): void {
    this.#shown = { ...this.#shown, ...changes }
    for (const listener of this.#listeners) listener()
  }
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
