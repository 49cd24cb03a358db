import { Abandoned, errorData, serverMessage } from '#client/lib/calls/errors.ts'
import { rebase, sameValue } from '#client/lib/calls/rebase.ts'
import type { FormDraft } from '#client/lib/session/form-drafts.ts'
import { showError } from '#client/lib/toasts/toast.ts'
import { changedFields, type FormConflict } from '../form-conflict.tsx'

export interface AutosaveOptions<Values> {
  /** The record as last loaded, with its version; fields that aren't being edited follow it. */
  saved: Values
  save: (values: Values) => Promise<Values>
  /** Reloads the record after someone else saved it first. */
  latest: () => Promise<Values>
  /** Returns false for fields whose input can't be saved yet; the others are saved without it. */
  complete?: (values: Values) => Record<string, boolean>
  /** Shown when an error has no message. */
  fallback: string
}

/** `incomplete`: only input that can't be saved yet remains. */
export type SaveState = 'saved' | 'saving' | 'failed' | 'incomplete'

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
  #saving: Promise<void> | null = null
  readonly #listeners = new Set<() => void>()

  /** Continues with the draft of an earlier editor that couldn't save it. */
  constructor(options: AutosaveOptions<Values>, draft: FormDraft | null = null) {
    this.options = options
    this.#base = { ...options.saved, ...draft?.before }
    const values = { ...this.#base, ...draft?.typed }
    this.#shown = { values, state: draft === null ? 'saved' : 'failed', conflict: null }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly shown = (): Shown<Values> => this.#shown

  isDirty(): boolean {
    return !sameValue(this.#base, this.#shown.values)
  }

  /** The edited fields with their earlier values, and the version that they were based on; null if all are saved. */
  draft(): FormDraft | null {
    if (!this.isDirty()) return null
    const { values } = this.#shown
    const edited = Object.keys(values).filter((field) => !sameValue(values[field], this.#base[field]))
    const pick = (from: Values, fields: string[]) =>
      Object.fromEntries(fields.map((field) => [field, from[field]]))
    return { typed: pick(values, edited), before: pick(this.#base, [...edited, 'version']) }
  }

  edit(changes: Partial<Values>): void {
    this.#show({ values: { ...this.#shown.values, ...changes } })
    this.#settle()
  }

  /** After a change outside a save: a failure is over once no edits remain. */
  #settle(): void {
    const { state, conflict } = this.#shown
    if (state === 'saving' || conflict !== null || (state === 'failed' && this.isDirty())) return
    this.#show({ state: this.#idleState() })
  }

  /** Saves the edits, including those made meanwhile; ends when nothing more is being saved. */
  async save(): Promise<void> {
    if (this.#saving === null && this.#canSave()) this.#saving = this.#saveAll()
    await this.#saving
  }

  async #saveAll(): Promise<void> {
    this.#show({ state: 'saving' })
    try {
      while (this.#canSave()) await this.#saveOrMerge()
      if (this.#shown.conflict === null) this.#show({ state: this.#idleState() })
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#saving = null
    }
  }

  /** Updates the base to the reloaded record. On a conflict the next save is rejected, and the user is asked. */
  follow(saved: Values): void {
    const newer = asTyped(saved, this.#shown.values)
    if (this.#saving !== null || this.#shown.conflict !== null || sameValue(newer, this.#base)) return
    const { values, clashes } = rebase(this.#base, this.#shown.values, newer)
    const outdated = Number(newer.version) < Number(this.#base.version)
    if (clashes.length > 0 || outdated) return
    this.#rebaseOn(newer, values)
    this.#settle()
  }

  /** The record with the edits that can be saved. */
  #savable(): Values {
    const { values } = this.#shown
    const complete = this.options.complete?.(values) ?? {}
    const fields = Object.keys(values)
    return Object.fromEntries(
      fields.map((field) => [field, (complete[field] === false ? this.#base : values)[field]]),
    ) as Values
  }

  #canSave(): boolean {
    return this.#shown.conflict === null && !sameValue(this.#base, this.#savable())
  }

  #idleState(): SaveState {
    return sameValue(this.#savable(), this.#shown.values) ? 'saved' : 'incomplete'
  }

  async #saveOrMerge(): Promise<void> {
    const sent = this.#savable()
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
